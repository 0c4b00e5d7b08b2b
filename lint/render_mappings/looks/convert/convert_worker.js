// Runs the converter beside the page, which can be typed into meanwhile. The first message says where
// Python and the packed modules are, each other one is a question: `source`, `release`, `language`.
const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
};

// Where a server calls it something else than WebAssembly it is compiled once it is there; of a
// failure Pyodide itself tells nobody.
const compile = (failed) => {
  const streamed = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const answer = await source;
    const again = answer.clone();
    try {
      try {
        return await streamed(answer, imports);
      } catch {
        return await WebAssembly.instantiate(await again.arrayBuffer(), imports);
      }
    } catch (error) {
      failed(error);
      throw error;
    }
  };
};

const load = async ({ runtime, packed }) => {
  const archive = fetched(packed);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const failure = new Promise((_, reject) => compile(reject));
  const python = await Promise.race([loadPyodide({ indexURL: runtime }), failure]);
  python.unpackArchive(await archive, "zip", { extractDir: "/converter" });
  python.runPython("import sys; sys.path.insert(0, '/converter')");
  return python.pyimport("render_mappings.in_browser").Converter("/converter/documents.json");
};

let converter = null;
addEventListener("message", async ({ data }) => {
  if (!converter) {
    converter = load(data);
    converter.then(
      () => postMessage({ ready: true }),
      (error) => {
        console.error(error);
        postMessage({ trouble: "failed" });
      },
    );
    return;
  }
  try {
    const { source, release, language } = data;
    postMessage({ answer: (await converter).answer(source, release, language) });
  } catch (error) {
    console.error(error);
    postMessage({ trouble: "broke" });
  }
});
