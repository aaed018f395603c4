// The entry that the editor calls inside its extension host. It loads the tests as ES modules, as the editor loads the
// extension, so that both have the same `vscode`.
exports.run = async () => {
  const built = '../../out/editor/run.mjs';
  const { run } = await import(built);
  await run();
};
