import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks for the price once a minute from a pool of threads, and trades when the average is crossed. */
public class PollBot {
    private static final String ACCOUNT = "https://api-fxpractice.oanda.com/v3/accounts/101-001-1000001-001";
    private static final Pattern BID = Pattern.compile("\"bids\":\\[\\{\"price\":\"([^\"]+)\"");
    private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private static final Deque<Double> BIDS = new ArrayDeque<>();
    private static int position = 0;

    public static void main(String[] words) {
        Executors.newScheduledThreadPool(2).scheduleAtFixedRate(PollBot::look, 60, 60, TimeUnit.SECONDS);
    }

    private static String ask(HttpRequest.Builder request) throws Exception {
        request.header("Authorization", "Bearer of-the-program").header("Content-Type", "application/json");
        return CLIENT.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofString()).body();
    }

    private static void look() {
        try {
            String prices = ask(HttpRequest.newBuilder(URI.create(ACCOUNT + "/pricing?instruments=EUR_USD")));
            Matcher found = BID.matcher(prices);
            if (!found.find()) throw new IllegalStateException(prices);
            BIDS.add(Double.parseDouble(found.group(1)));
            if (BIDS.size() < 20) return;
            double sum = 0;
            for (double bid : BIDS) sum += bid;
            BIDS.remove();
            int want = BIDS.getLast() > sum / 20 ? 1000 : -1000;
            if (want != position) trade(want - position);
            position = want;
        } catch (Exception error) {
            error.printStackTrace();
            System.exit(1);
        }
    }

    private static void trade(int units) throws Exception {
        String order = "{\"order\":{\"type\":\"MARKET\",\"instrument\":\"EUR_USD\",\"units\":\"" + units
            + "\",\"clientExtensions\":{\"id\":\"" + UUID.randomUUID() + "\",\"comment\":\"" + Instant.now() + "\"}}}";
        ask(HttpRequest.newBuilder(URI.create(ACCOUNT + "/orders")).POST(BodyPublishers.ofString(order)));
    }
}
