package io.cellkeeper.consensus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.cellkeeper", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageWallsTest {
    @ArchTest
    static final ArchRule RATIS_IS_IMPORTED_BY_ONE_PACKAGE = noClasses()
            .that()
            .resideOutsideOfPackage("io.cellkeeper.consensus.ratis..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.ratis..");

    @ArchTest
    static final ArchRule THE_PORT_KNOWS_NO_IMPLEMENTATION = noClasses()
            .that()
            .resideInAPackage("io.cellkeeper.consensus")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.cellkeeper.consensus.ratis..");
}
