package io.cellkeeper.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** Goes through everything that was given, and sorts out what is no setting: refused, or named once in the log. */
final class KeyCheck {
    private static final String OWN = "cellkeeper.";
    private static final String ZOOKEEPER = "zookeeper.";

    private final Map<String, String> file;
    private final Properties system;
    private final Set<String> withoutEffect = new TreeSet<>();
    private final List<String> special = new ArrayList<>();

    KeyCheck(Map<String, String> file, Properties system) {
        this.file = file;
        this.system = system;
    }

    /**
     * Checks all keys.
     *
     * @return what to tell the operator
     * @throws ConfigException for a misspelt key of our own, or a key of ZooKeeper's that asks for what is not there
     */
    List<String> remarks() throws ConfigException {
        for (String key : new TreeSet<>(file.keySet())) {
            checkFileKey(key, file.getOrDefault(key, ""));
        }
        for (String property : new TreeSet<>(system.stringPropertyNames())) {
            checkProperty(property, system.getProperty(property, "").trim());
        }
        if (!withoutEffect.isEmpty()) {
            special.add("settings of ZooKeeper without effect here: " + String.join(", ", withoutEffect));
        }
        return special;
    }

    private void checkFileKey(String key, String value) throws ConfigException {
        if (ServerLine.isKey(key)
                || key.equals("dynamicConfigFile")
                || Setting.ofKey(key).isPresent()) {
            return;
        }
        refuseMisspelt(key);
        remark(key, key, value);
    }

    private void checkProperty(String property, String value) throws ConfigException {
        if (Setting.ofProperty(property).isPresent() || ForeignKeys.READ_ELSEWHERE.contains(property)) {
            return;
        }
        refuseMisspelt(property);
        if (property.startsWith(ZOOKEEPER)) {
            remark(property.substring(ZOOKEEPER.length()), "-D" + property, value);
        }
    }

    private static void refuseMisspelt(String key) throws ConfigException {
        if (key.startsWith(OWN)) {
            throw new ConfigException("there is no setting " + Printable.escape(key));
        }
    }

    private void remark(String key, String shown, String value) throws ConfigException {
        String name = Printable.escape(shown);
        ForeignKeys.check(key, name, value);
        String remark = ForeignKeys.remark(key, value);
        if (remark.isEmpty()) {
            withoutEffect.add(name);
        } else {
            special.add(name + "=" + Printable.escape(value) + ": " + remark);
        }
    }
}
