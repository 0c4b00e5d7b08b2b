// The theme's search worker, but fetched, with its index, only when something is asked. Its file is
// named behind the `?` of our address. The page has been given an index without documents.
const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
const tell = self.postMessage.bind(self);
const pass = (type, data) => dispatchEvent(new MessageEvent("message", { data: { type, data } }));
let options = {};
let asked = "";
let loading = null;
let loaded = false;

const load = async () => {
  const answer = await fetch(new URL("../../../search/documents.json", location));
  const index = await answer.json();
  importScripts(location.search.slice(1));
  // From here on the theme's worker hears every message, and tells the page itself.
  loaded = true;
  await new Promise((ready) => {
    self.postMessage = (message) => (message.type === READY ? ready() : tell(message));
    pass(SETUP, { ...index, options });
  });
  pass(QUERY, asked);
};

addEventListener("message", ({ data: { type, data } }) => {
  if (loaded) return;
  if (type === SETUP) {
    options = data.options;
    tell({ type: READY });
  } else if (type === QUERY && !data && !loading) {
    tell({ type: RESULT, data: { items: [] } });
  } else if (type === QUERY) {
    asked = data;
    loading ||= load();
  }
});
