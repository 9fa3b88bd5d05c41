import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a price stream, and trades from another thread when the average is crossed. */
public class StreamBot {
    private static final String ACCOUNT = "/v3/accounts/101-001-1000001-001";
    private static final String FIRST_PRICE = "\":\\[\\{\"price\":\"([^\"]+)\"";
    private static final Pattern BID = Pattern.compile("\"bids" + FIRST_PRICE);
    private static final Pattern ASK = Pattern.compile("\"asks" + FIRST_PRICE);
    private static final Pattern TIME = Pattern.compile("\"time\":\"([^\"]+)\"");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final LinkedBlockingQueue<String> LINES = new LinkedBlockingQueue<>();

    private final List<Double> mids = new ArrayList<>();
    private int position = 0;

    public static void main(String[] words) throws Exception {
        Thread trader = new Thread(() -> new StreamBot().trade());
        trader.setDaemon(true);
        trader.start();
        String host = "https://stream-fxpractice.oanda.com";
        HttpRequest request = ask(host + ACCOUNT + "/pricing/stream?instruments=EUR_USD").build();
        CLIENT.send(request, BodyHandlers.ofLines()).body().forEach(LINES::add);
    }

    private static HttpRequest.Builder ask(String url) {
        return HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", "Bearer of-the-program")
            .header("Content-Type", "application/json");
    }

    private void trade() {
        try {
            while (true) {
                String line = LINES.take();
                if (line.contains("\"type\":\"PRICE\"")) see(line);
            }
        } catch (Exception error) {
            System.err.println(error);
            System.exit(1);
        }
    }

    private void see(String line) throws Exception {
        mids.add((Double.parseDouble(first(BID, line)) + Double.parseDouble(first(ASK, line))) / 2);
        if (mids.size() < 20) return;
        double sum = 0;
        for (double mid : mids.subList(mids.size() - 20, mids.size())) sum += mid;
        int want = mids.get(mids.size() - 1) > sum / 20 ? 1000 : -1000;
        if (want == position) return;
        String order = "{\"order\":{\"type\":\"MARKET\",\"instrument\":\"EUR_USD\",\"units\":\"" + (want - position)
            + "\",\"clientExtensions\":{\"comment\":\"" + first(TIME, line) + "\"}}}";
        HttpRequest request = ask("https://api-fxpractice.oanda.com" + ACCOUNT + "/orders")
            .POST(BodyPublishers.ofString(order))
            .build();
        CLIENT.send(request, BodyHandlers.ofString());
        position = want;
    }

    private static String first(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        if (!found.find()) throw new IllegalStateException("no " + pattern + " in " + line);
        return found.group(1);
    }
}
