package io.cellkeeper.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load --op get",
                "load --connect localhost --op get",
                "load --connect localhost:x --op get",
                "load --connect localhost:1 --op erase",
                "load --connect localhost:1 --op get --pipeline 0",
                "load --connect localhost:1 --op get --seconds 0",
                "load --connect localhost:1 --op get --data 2000000",
                "load --connect localhost:1 --op get --connections 100000 --pipeline 100000",
            })
    void shouldRefuseWrongArgumentsWithTwo(String arguments) {
        assertEquals(2, execute(arguments), err::toString);
    }

    @Test
    void shouldExitWithOneAndTheReasonWhenARunFails() {
        execute("free-ports 1");
        String port = out.toString().strip();
        assertEquals(1, execute("load --op get --connect 127.0.0.1:" + port));
        assertTrue(err.toString().startsWith("bench: "), err::toString);
    }

    @Test
    void shouldPrintPortsThatDiffer() {
        assertEquals(0, execute("free-ports 9"));
        List<String> ports = Arrays.asList(out.toString().strip().split("\\s+"));
        assertEquals(9, new HashSet<>(ports).size(), ports::toString);
    }

    @Test
    void shouldNeitherUseAZooKeeperClientNorTheServersOwnCode() {
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache..", "io.cellkeeper.protocol..", "io.cellkeeper.proxy..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.cellkeeper.bench"));
    }

    private int execute(String arguments) {
        return new CommandLine(new Bench())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.split(" "));
    }
}
