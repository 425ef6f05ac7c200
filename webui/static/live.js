// The newest view, by whatever way works.
//
// A browser has six connections to a server, and a stream holds one: so all its tabs share one stream.  The tab that
// holds it (the leader) passes on what it hears; when it is closed or hidden another takes over.  A tab that nobody
// sees listens to nothing, and catches up with one message.  Where streams fail, the page asks now and then.

const POLL_MS = 2000;
const STREAM_AGAIN_MS = 60000;
const SILENT_MS = 40000; // the server's heart beats every 15 s
const LEAD_MS = 1500; // how often a leader says that it is there
const LEADERLESS_MS = 4000;

export class Live {
  // `first` is a view that the page has already, so that it need not be asked for.
  constructor(language, show, connected, first = null) {
    this.last = first;
    this.language = language;
    this.show = show;
    this.connected = connected;
    this.id = Math.random();
    this.awake = false;
    this.leads = false;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`tallybones-${language}`) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.hear(data);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.sleep() : this.wake()));
    addEventListener("pagehide", () => this.sleep());
    addEventListener("pageshow", () => this.wake());
    addEventListener("online", () => { if (this.leads) this.reopen(); });
    setInterval(() => this.tick(), LEAD_MS);
    this.wake(first !== null);
  }

  // --- between tabs ---

  say(what) { if (this.channel) this.channel.postMessage({ from: this.id, ...what }); }

  hear(told) {
    if (!this.awake) return;
    if (told.ask && this.leads) this.say({ lead: true, view: this.last });
    if (told.lead) {
      if (this.leads && told.from < this.id) this.follow();
      else if (this.leads) return;
      this.ledAt = Date.now();
      if (told.connected !== undefined) this.connected(told.connected);
      if (told.view) this.show(told.view);
    }
    if (told.bye && !this.leads) this.claimSoon(200);
  }

  wake(fresh = false) {
    if (document.hidden || this.awake) return;
    this.awake = true;
    this.ledAt = 0;
    this.say({ ask: true });
    if (!fresh) this.ask();
    this.claimSoon(this.channel ? 150 : 0);
  }

  sleep() {
    if (this.leads) this.say({ bye: true });
    this.awake = false;
    this.follow();
  }

  claimSoon(within) {
    clearTimeout(this.claim);
    this.ledAt = 0;
    this.claim = setTimeout(() => { if (this.awake && !this.leads && !this.ledAt) this.lead(); }, 60 + Math.random() * within);
  }

  lead() {
    this.leads = true;
    this.say({ lead: true });
    this.open();
  }

  follow() {
    this.leads = false;
    clearTimeout(this.claim);
    this.close();
  }

  tick() {
    if (!this.awake) return;
    if (!this.leads) {
      if (Date.now() - (this.ledAt || 0) > LEADERLESS_MS) this.claimSoon(300);
      return;
    }
    this.say({ lead: true });
    if (this.source && Date.now() - this.heard > SILENT_MS) this.reopen();
  }

  got(view) {
    this.last = view;
    this.connected(true);
    this.show(view);
    if (this.leads) this.say({ lead: true, view, connected: true });
  }

  // --- with the server ---

  reopen() { this.close(); this.open(); }

  open() {
    if (this.source) return;
    if (!("EventSource" in window)) { this.startPolling(); return; }
    this.heard = Date.now();
    const source = new EventSource(`/api/events?lang=${this.language}`);
    this.source = source;
    source.onmessage = (message) => {
      this.heard = Date.now();
      this.stopPolling();
      this.got(JSON.parse(message.data));
    };
    source.addEventListener("beat", () => { this.heard = Date.now(); });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED && this.source === source) {
        // Refused (too many streams, or a proxy in the way).
        this.source = null;
        clearTimeout(this.again);
        this.again = setTimeout(() => { if (this.leads) this.open(); }, STREAM_AGAIN_MS);
      }
      if (this.leads) this.startPolling();
    };
  }

  close() {
    if (this.source) this.source.close();
    this.source = null;
    clearTimeout(this.again);
    this.stopPolling();
  }

  startPolling() {
    if (this.poll) return;
    this.poll = setInterval(() => this.ask(), POLL_MS);
    this.ask();
  }

  stopPolling() { clearInterval(this.poll); this.poll = null; }

  async ask() {
    try {
      const answer = await fetch(`/api/state?lang=${this.language}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      this.got(await answer.json());
    } catch {
      this.connected(false);
      if (this.leads) this.say({ lead: true, connected: false });
    }
  }
}
