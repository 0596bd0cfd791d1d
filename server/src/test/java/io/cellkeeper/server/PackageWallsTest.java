package io.cellkeeper.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls between the packages of a server (design: modules and threads). */
@AnalyzeClasses(packages = "io.cellkeeper.server", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageWallsTest {
    @ArchTest
    static final ArchRule SHOULD_USE_RATIS_ONLY_THROUGH_THE_ORDERING_PORT =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.ratis..");

    @ArchTest
    static final ArchRule SHOULD_KEEP_THE_LEADER_CORE_FREE_OF_IO = noClasses()
            .that()
            .resideInAPackage("..server.leader..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.netty.channel..", "io.netty.buffer..", "java.net..", "java.nio.file..", "java.io..");

    @ArchTest
    static final ArchRule SHOULD_KEEP_THE_LEADER_CORE_FREE_OF_ITS_SURROUNDINGS = noClasses()
            .that()
            .resideInAPackage("..server.leader..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..server.link..",
                    "..server.control..",
                    "..server.replica..",
                    "..server.cli..",
                    "..server.config..");

    @ArchTest
    static final ArchRule SHOULD_ASSEMBLE_IN_ONE_PLACE_ONLY = noClasses()
            .that()
            .resideOutsideOfPackages("..server.replica..", "io.cellkeeper.server")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..server.replica..");
}
