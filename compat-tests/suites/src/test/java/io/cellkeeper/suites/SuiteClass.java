package io.cellkeeper.suites;

/**
 * One class of a suite.
 *
 * @param suite the list it stands in
 * @param name its full name
 * @param tests how many tests it has at least, those that are skipped or aborted among them
 * @param starts how many starts of the server under test it takes at least; 0 if it needs none
 * @param isFast whether it belongs to the fast selection
 */
record SuiteClass(String suite, String name, int tests, int starts, boolean isFast) {
    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
