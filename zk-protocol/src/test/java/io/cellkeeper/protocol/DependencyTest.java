package io.cellkeeper.protocol;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Random;

/** What the protocol may know: jute's records, Netty's buffers and codecs, and nothing of a clock or the network. */
@AnalyzeClasses(packages = "io.cellkeeper.protocol", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyTest {
    @ArchTest
    static final ArchRule shouldDependOnTheWireOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.cellkeeper.protocol",
                    "java..",
                    "org.jspecify.annotations",
                    "org.apache.jute",
                    "org.apache.zookeeper.data",
                    "org.apache.zookeeper.proto",
                    "io.netty.buffer",
                    "io.netty.channel",
                    "io.netty.handler.codec");

    @ArchTest
    static final ArchRule shouldUseNettyInTheFrameDecoderOnly = noClasses()
            .that()
            .doNotHaveSimpleName("FrameDecoder")
            .and()
            .doNotHaveSimpleName("FrameTooLongException")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule shouldBePure = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.time..", "java.net..", "java.nio.file..", "java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(InetAddress.class, Locale.class, Random.class)
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");
}
