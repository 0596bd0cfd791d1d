package io.cellkeeper.server.words;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Averages as ZooKeeper writes them: a decimal of one to four places, never with an exponent. */
final class Decimal {
    private Decimal() {}

    static String text(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "0.0";
        }
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.scale() < 1 ? rounded.setScale(1).toPlainString() : rounded.toPlainString();
    }
}
