/** The layers of the code: core ← api ← domain ← editor ← extension.ts; net beside api, known to extension.ts only. */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: allowed },
});

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('core-stands-alone', '^src/core/', '^src/core/'),
    layer('api-knows-core', '^src/api/', '^src/(core|api)/'),
    layer('net-implements-fetch', '^src/net/', '^src/(core|net)/|^src/api/fetch\\.ts$'),
    layer('domain-knows-api', '^src/domain/', '^src/(core|api|domain)/'),
    layer('editor-knows-domain', '^src/editor/', '^src/(core|api|domain|editor)/'),
    {
      name: 'only-editor-knows-the-editor',
      severity: 'error',
      from: { path: '^src/(core|api|domain|net)/' },
      to: { path: '^vscode$|@types/vscode' },
    },
    {
      name: 'platform-free',
      comment: 'A web build stays possible.',
      severity: 'error',
      from: { path: '^src/(core|api|domain|editor)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'undici-only-in-net',
      severity: 'error',
      from: { pathNot: '^(src/net|test|scripts)/' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/editor/([^/]+)/', pathNot: '^src/editor/(kit|commands)/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/($1|kit)/' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^src/editor/kit/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/kit/' },
    },
    {
      name: 'commands-know-only-nodes',
      severity: 'error',
      from: { path: '^src/editor/commands/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/(commands|kit|explorer)/' },
    },
    { name: 'no-orphans-of-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|scripts)/' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|out)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
