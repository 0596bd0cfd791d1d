package io.cellkeeper.server.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * Looks settings up, first in the file, then among the system properties (ZooKeeper's own order: it turns the file's
 * keys into system properties), and refuses values outside their bounds.
 */
final class SettingSource {
    private final Map<String, String> file;
    private final Properties system;

    SettingSource(Map<String, String> file, Properties system) {
        this.file = file;
        this.system = system;
    }

    /** The value as it was given, trimmed; empty if it is absent. A key without a value is refused. */
    Optional<String> text(Setting setting) throws ConfigException {
        String value = file.get(setting.key());
        if (value == null && setting.property().isPresent()) {
            value = system.getProperty(setting.property().get());
        }
        if (value == null) {
            return Optional.empty();
        }
        String trimmed = value.trim();
        if (trimmed.isEmpty() && setting != Setting.WORDS) {
            throw new ConfigException(setting.key() + " has no value; expected: " + expected(setting));
        }
        return Optional.of(trimmed);
    }

    /** A number within the setting's bounds. */
    OptionalLong number(Setting setting) throws ConfigException {
        Optional<String> text = text(setting);
        return text.isPresent() ? OptionalLong.of(parse(setting, text.get())) : OptionalLong.empty();
    }

    /** As {@link #number}, where −1 stands for the default. */
    OptionalLong numberOrMinusOne(Setting setting) throws ConfigException {
        return text(setting).filter("-1"::equals).isPresent() ? OptionalLong.empty() : number(setting);
    }

    /** One of two words, whatever their case. */
    boolean flag(Setting setting, String yes, String no, boolean whenAbsent) throws ConfigException {
        Optional<String> text = text(setting);
        if (text.isEmpty()) {
            return whenAbsent;
        }
        String word = text.get().toLowerCase(Locale.ROOT);
        if (word.equals(yes)) {
            return true;
        }
        if (word.equals(no)) {
            return false;
        }
        throw wrong(setting, text.get());
    }

    static ConfigException wrong(Setting setting, String value) {
        return new ConfigException(
                setting.key() + "=" + Printable.escape(value) + " is not allowed; expected: " + expected(setting));
    }

    private static long parse(Setting setting, String text) throws ConfigException {
        long number;
        try {
            number = text.regionMatches(true, 0, "0x", 0, 2)
                    ? Long.parseLong(text.substring(2), 16)
                    : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(setting, text);
        }
        if (number < setting.min() || number > setting.max()) {
            throw wrong(setting, text);
        }
        return number;
    }

    private static String expected(Setting setting) {
        if (!setting.isNumber()) {
            return setting.unit().replace("`", "");
        }
        String range = setting.min() + " to " + setting.max();
        return setting.unit().isEmpty() ? range : range + " " + setting.unit();
    }
}
