package io.cellkeeper.server.config;

/** The configuration is wrong: the message names the key, what was given and what would be right. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
