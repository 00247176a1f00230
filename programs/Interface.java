import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lets the COMP2230 coordinator, which runs {@code java -classpath DIR Interface}, play with
 * {@code inarow engine}.
 *
 * <p>The engine inherits standard input and output, so no byte passes through this program and
 * nothing is delayed; when the coordinator closes its end, the engine sees it and leaves.
 *
 * <p>The command is the environment variable INAROW if it is set, else inarow on the PATH, else
 * inarow beside Interface.class. Arguments are passed on.
 */
public final class Interface {
  private Interface() {}

  public static void main(String[] args) throws InterruptedException {
    Process engine = start(args);
    if (engine == null) {
      System.exit(2);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(engine::destroy));
    System.exit(engine.waitFor());
  }

  /** The running engine, or null after saying on standard error why there is none. */
  private static Process start(String[] args) {
    String given = System.getenv("INAROW");
    boolean named = given != null && !given.isEmpty();
    List<String> commands = named ? Arrays.asList(given) : Arrays.asList("inarow", besideThis());
    IOException problem = null;
    for (String command : commands) {
      List<String> line = new ArrayList<>(Arrays.asList(command, "engine"));
      line.addAll(Arrays.asList(args));
      try {
        return new ProcessBuilder(line).inheritIO().start();
      } catch (IOException error) {
        problem = error;
      }
    }
    System.err.println(
        named
            ? "Interface: INAROW names '" + given + "', which cannot be run: " + problem.getMessage()
            : "Interface: inarow is neither on the PATH nor beside Interface.class:"
                + " set INAROW to its path");
    return null;
  }

  private static String besideThis() {
    try {
      File home =
          new File(Interface.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new File(home.isDirectory() ? home : home.getParentFile(), "inarow").getPath();
    } catch (URISyntaxException error) {
      return "." + File.separator + "inarow";
    }
  }
}
