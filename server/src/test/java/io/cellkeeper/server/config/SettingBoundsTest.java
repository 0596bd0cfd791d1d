package io.cellkeeper.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every numeric setting at its bounds and beyond (bug log B-66). */
class SettingBoundsTest {
    private static final Set<Setting> MINUS_ONE_MEANS_DEFAULT =
            Set.of(Setting.MIN_SESSION_TIMEOUT, Setting.MAX_SESSION_TIMEOUT);

    static Stream<Setting> numbers() {
        return Arrays.stream(Setting.values()).filter(Setting::isNumber);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void shouldTakeBothBoundsAndRefuseWhatIsBeyond(Setting setting) throws Exception {
        with(setting, Long.toString(setting.min()));
        with(setting, Long.toString(setting.max()));
        refused(setting, Long.toString(setting.max() + 1));
        refused(setting, "2147483648");
        refused(setting, "9223372036854775807");
        refused(setting, "99999999999999999999");
        refused(setting, "-2");
        refused(setting, "ten");
        refused(setting, "10.5");
        refused(setting, "");
        if (setting.min() > 0) {
            refused(setting, "0");
            refused(setting, Long.toString(setting.min() - 1));
        }
        if (MINUS_ONE_MEANS_DEFAULT.contains(setting)) {
            Map<String, String> file = minimal();
            file.put(setting.key(), "-1");
            assertEquals(read(minimal()), read(file));
        } else {
            refused(setting, "-1");
        }
    }

    @Test
    void shouldKnowEachKeyOnce() {
        assertEquals(
                Setting.values().length,
                Arrays.stream(Setting.values()).map(Setting::key).distinct().count());
        assertEquals(13, numbers().count(), "a new numeric setting is covered above; count it here");
    }

    private static ServerConfig with(Setting setting, String value) throws ConfigException {
        Map<String, String> file = minimal();
        // So that one bound of the session timeouts at its extreme doesn't cross the other.
        file.put("minSessionTimeout", "1");
        file.put("maxSessionTimeout", "86400000");
        file.put(setting.key(), value);
        return read(file);
    }

    private static Map<String, String> minimal() {
        return new HashMap<>(Map.of("dataDir", "/nowhere", "clientPort", "2181"));
    }

    private static ServerConfig read(Map<String, String> file) throws ConfigException {
        return ConfigReader.read(file, new Properties()).config();
    }

    private static void refused(Setting setting, String value) {
        ConfigException refusal = assertThrows(ConfigException.class, () -> with(setting, value), value);
        String range = setting.min() + " to " + setting.max();
        assertTrue(refusal.toString().contains(setting.key()), refusal.toString());
        assertTrue(refusal.toString().contains(range), refusal.toString());
        assertTrue(refusal.toString().contains(value), refusal.toString());
    }
}
