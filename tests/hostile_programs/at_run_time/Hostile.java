import java.io.File;
import java.io.FileInputStream;
import java.io.FileWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Hostile deeds in the way of Java: Hostile DEED [ARGUMENTS]. */
public class Hostile {
  interface Deed {
    Object run() throws Exception;
  }

  static void mustFail(String what, Deed deed) {
    try {
      System.out.println("ESCAPED: " + what + " gave " + deed.run());
    } catch (Exception | Error refused) {
      System.out.println(what + ": " + refused.getClass().getSimpleName());
    }
  }

  static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }

  public static void main(String[] words) throws Exception {
    switch (words[0]) {
      case "heap_bomb":
        List<byte[]> kept = new ArrayList<>();
        while (true) kept.add(new byte[1 << 20]);
      case "memory_beside_heap":
        List<java.nio.ByteBuffer> buffers = new ArrayList<>();
        while (true) buffers.add(java.nio.ByteBuffer.allocateDirect(1 << 24));
      case "see_processes":
        mustFail("parent", () -> new FileInputStream("/proc/self/../1/environ").read());
        mustFail("threads", () -> new File("/proc/1/task").list().length);
        mustFail("command", () -> Runtime.getRuntime().exec("kill -9 1").waitFor());
        System.out.println("my parent: nobody");
        break;
      case "unsafe_memory":
        java.lang.reflect.Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        unsafe.getClass().getMethod("putLong", long.class, long.class).invoke(unsafe, 8L, 8L);
        break;
      case "run_program":
        mustFail("exec", () -> Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "true"}));
        mustFail("builder", () -> new ProcessBuilder("/bin/ls").start());
        break;
      case "sockets":
        mustFail("connect", () -> new Socket("127.0.0.1", 80));
        mustFail("listen", () -> new ServerSocket(0));
        break;
      case "read_host":
        mustFail("key", () -> new FileInputStream(words[1]).read());
        mustFail("shadow", () -> new FileInputStream("/etc/shadow").read());
        mustFail("proc", () -> new FileInputStream("/proc/1/cmdline").read());
        System.out.println(System.getenv().keySet().contains("SECRET") ? "ESCAPED" : "no secret");
        break;
      case "write_host":
        mustFail("box", () -> new FileWriter("/box/new"));
        mustFail("root", () -> new FileWriter("/new"));
        System.out.println(new File("Hostile.class").delete() ? "ESCAPED" : "not deleted");
        break;
      case "recursion":
        deeper(0);
        break;
      case "threads":
        int count = 0;
        try {
          for (; count < 2000; count++) {
            Thread thread = new Thread(() -> { while (true) Thread.onSpinWait(); });
            thread.setDaemon(true);
            thread.start();
          }
          System.out.println("ESCAPED: threads");
        } catch (Error refused) {
          System.out.println("only some threads");
        }
        Runtime.getRuntime().halt(0);
        break;
      case "answer_then_stay":
        new Thread(() -> { while (true) Thread.onSpinWait(); }).start();
        System.out.println("3");
        break;
      case "flood":
        while (true) System.out.println("a flood of lines");
      case "hook":
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) Thread.yield(); }));
        System.exit(0);
        break;
      default:
        System.exit(99);
    }
  }
}
