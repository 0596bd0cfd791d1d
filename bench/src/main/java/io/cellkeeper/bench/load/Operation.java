package io.cellkeeper.bench.load;

/** What a run asks its servers for, over and over. */
public enum Operation {
    /** Create an ephemeral sequential node, then delete the path the server returned: two operations. */
    CREATE_DELETE("create-delete"),
    /** Read the data of the connection's own node. */
    GET("get"),
    /** Overwrite the data of the connection's own node. */
    SET("set");

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** The name on the command line and in reports. */
    public String label() {
        return label;
    }

    /** A connection's operations below a parent node; {@code connection} tells it from the others of the run. */
    Workload workload(String parent, int connection, LoadPlan plan) {
        return switch (this) {
            case CREATE_DELETE -> new CreateDeleteWorkload(parent, plan.pipeline(), plan.data());
            case GET -> new GetWorkload(parent + "/n-" + connection, plan.data());
            case SET -> new SetWorkload(parent + "/n-" + connection, plan.data());
        };
    }
}
