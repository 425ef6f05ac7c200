// The newest view, by whatever way works: one event stream while the page is seen, polling where streams fail.

const POLL_MS = 2000;
const STREAM_AGAIN_MS = 60000;
const SILENT_MS = 40000; // the server's heart beats every 15 s

export class Live {
  constructor(language, show, connected) {
    this.language = language;
    this.show = show;
    this.connected = connected;
    this.source = null;
    this.poll = null;
    this.heard = Date.now();
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.start()));
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.start());
    addEventListener("online", () => this.restart());
    setInterval(() => { if (this.source && Date.now() - this.heard > SILENT_MS) this.restart(); }, 5000);
    this.start();
  }

  restart() { this.stop(); this.start(); }

  start() {
    if (document.hidden || this.source || !("EventSource" in window)) {
      if (!document.hidden && !this.source) this.startPolling();
      return;
    }
    this.heard = Date.now();
    this.source = new EventSource(`/api/events?lang=${this.language}`);
    this.source.onmessage = (message) => {
      this.heard = Date.now();
      this.stopPolling();
      this.connected(true);
      this.show(JSON.parse(message.data));
    };
    this.source.addEventListener("beat", () => { this.heard = Date.now(); });
    this.source.onerror = () => {
      if (this.source && this.source.readyState === EventSource.CLOSED) {
        // Refused (too many streams, or a proxy in the way): ask now and then instead.
        this.source = null;
        clearTimeout(this.again);
        this.again = setTimeout(() => this.start(), STREAM_AGAIN_MS);
      }
      this.startPolling();
    };
  }

  stop() {
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
      const view = await answer.json();
      this.connected(true);
      this.show(view);
    } catch {
      this.connected(false);
    }
  }
}
