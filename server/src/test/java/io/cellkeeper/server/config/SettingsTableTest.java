package io.cellkeeper.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps the table in docs/operations.md equal to {@link Setting}. */
class SettingsTableTest {
    private static final String BEGIN = "<!-- settings: kept equal to the code by SettingsTableTest -->\n";
    private static final String END = "<!-- end of settings -->";

    @Test
    void shouldDocumentEverySettingAsItIs() throws Exception {
        String document = Files.readString(Path.of("../docs/operations.md"));
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        assertEquals(table(), document.substring(begin, document.indexOf(END)));
    }

    private static String table() {
        StringBuilder table = new StringBuilder(
                "| key | unit or form | range | default | meaning |\n| --- | --- | --- | --- | --- |\n");
        for (Setting setting : Setting.values()) {
            String property = setting.property()
                    .map(name -> name.equals(setting.key()) ? "<br>also `-D`" : "<br>`-D" + name + "`")
                    .orElse("");
            String range = setting.isNumber() ? setting.min() + " to " + setting.max() : "";
            table.append("| `" + setting.key() + "`" + property + " | " + setting.unit() + " | " + range + " | "
                    + setting.defaultText() + " | " + setting.meaning() + " |\n");
        }
        return table.toString();
    }
}
