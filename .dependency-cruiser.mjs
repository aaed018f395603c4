/**
 * What the files of each folder of src may import, besides each other and `core`: folders, with all that is below them.
 * A folder names only folders above it, so that no two import each other.
 */
const folders = {
  core: '',

  'api/record': '',
  'api/contract': 'api/record',
  'api/throttle': '',
  'api/http': 'api/contract api/record api/throttle',
  'api/endpoints': 'api/contract api/record',
  'api/endpoints/optional': 'api/contract api/record',
  'api/client': 'api/contract api/endpoints api/http api/record',
  'api/oauth': 'api/contract api/http api/record',

  'net/disk': '',
  'net/http': 'net/disk api/http/fetch.ts',
  'net/time': '',

  'domain/text': '',
  'domain/hosting': 'api',
  'domain/session': 'api domain/hosting',
  'domain/git': 'domain/hosting',
  'domain/objects': 'api domain/git domain/hosting',
  'domain/refs': 'api domain/hosting domain/objects',
  'domain/permissions': 'api domain/hosting domain/refs',
  'domain/remote': 'api domain/git domain/hosting domain/objects domain/refs',
  'domain/drafts': 'domain/hosting domain/objects domain/remote domain/text',
  'domain/commit':
    'api domain/drafts domain/git domain/hosting domain/objects domain/permissions domain/refs domain/remote domain/text',
  'domain/workingTree': 'domain/commit domain/drafts domain/hosting domain/objects domain/refs domain/remote',
  'domain/search':
    'domain/drafts domain/git domain/hosting domain/objects domain/remote domain/text domain/workingTree',
  'domain/history':
    'domain/drafts domain/git domain/hosting domain/documents/assist/references.ts domain/remote domain/text domain/workingTree',
  'domain/records/schema': '',
  'domain/records/text': 'domain/records/schema domain/text',
  'domain/records/kinds': 'api domain/hosting domain/records/schema domain/records/text domain/text',
  'domain/records/sync': 'api domain/hosting domain/records/kinds domain/records/schema domain/records/text',
  'domain/records/assist':
    'api domain/hosting domain/records/kinds domain/records/schema domain/records/text domain/text',
  'domain/tracker':
    'api domain/hosting domain/objects domain/records/assist domain/records/kinds domain/records/schema domain/refs',
  'domain/inbox': 'api domain/hosting domain/records/kinds domain/records/text',
  'domain/pages': 'api domain/hosting',

  // The command git, in processes of its own. Only extension.ts knows it, as it does `net`.
  'git/cache': 'domain/hosting domain/objects net/disk',
  'git/history': 'domain/git',
  'git/processes': 'api/contract api/http domain/git net/disk',
  git: 'domain/git domain/hosting domain/objects git/cache git/history git/processes net/disk net/http',

  // The tools for agents, in the editor and outside of it.
  'tools/kit': 'api domain',
  'tools/read': 'api domain tools/kit',
  'tools/local': 'api domain tools/kit',
  'tools/remote': 'api domain tools/kit',
  tools: 'tools/kit tools/read tools/local tools/remote',

  // The MCP server. Only extension.ts knows it.
  mcp: 'api domain git gitParts.ts net tools',

  // The script of the pages, in their web view.
  webview: 'domain/pages',
  'webview/search': 'domain/search',

  // The features of the editor share its kit and do not know each other.
  'editor/kit/messages': 'domain/git domain/history/commitMessage.ts',
  'editor/kit/prompts': 'api editor/kit/messages',
  'editor/kit': 'api domain editor/kit/messages editor/kit/prompts',
  'editor/blame': 'api domain editor/kit',
  'editor/clone': 'api domain editor/kit',
  'editor/exports': 'api domain editor/kit',
  'editor/files': 'api domain editor/kit',
  'editor/limits': 'api domain editor/kit',
  'editor/links': 'api domain editor/kit',
  'editor/localClones': 'api domain editor/kit',
  'editor/mcp': 'editor/kit',
  'editor/pages': 'api domain editor/kit',
  'editor/tools': 'api domain tools editor/kit',
  'editor/search': 'api domain editor/kit',
  'editor/session': 'api domain editor/kit',
  'editor/scm/conflicts': 'api domain editor/kit',
  'editor/scm': 'api domain editor/kit editor/scm/conflicts',
  'editor/records/documents': 'api domain editor/kit',
  'editor/records/language': 'api domain editor/kit editor/records/documents',
  'editor/records': 'api domain editor/kit editor/records/documents editor/records/language',
  'editor/explorer/tree': 'api domain editor/kit',
  'editor/explorer/state': 'api domain editor/kit editor/explorer/tree tools/kit/change.ts',
  'editor/explorer/rows': 'api domain editor/kit editor/explorer/tree editor/explorer/state tools/kit/change.ts',
  'editor/explorer/history': 'api domain editor/kit editor/explorer/tree editor/explorer/state editor/explorer/rows',
  'editor/explorer/sidebar':
    'api domain editor/kit editor/explorer/tree editor/explorer/state editor/explorer/rows editor/explorer/history',

  // Commands may use the rows of the sidebar.
  'editor/commands/framework': 'api domain editor/kit',
  'editor/commands/support': 'api domain editor/kit editor/commands/framework',
  'editor/commands/session': 'api domain editor/kit editor/commands/framework',
  'editor/commands/organizations': 'api domain editor/kit editor/commands/framework',
  'editor/commands/tracker': 'api domain editor/kit editor/commands/framework',
  'editor/commands/repositories':
    'api domain editor/kit editor/explorer editor/commands/framework editor/commands/tracker',
  'editor/commands/refs':
    'api domain editor/kit editor/explorer editor/commands/framework editor/commands/repositories editor/commands/tracker',
  'editor/commands/scm': 'api domain editor/kit editor/commands/framework editor/commands/repositories',
  'editor/commands/views': 'api domain editor/kit editor/explorer editor/commands/framework',
};

const within = (folder) => `^src/${folder.replaceAll('.', '\\.')}${folder.endsWith('.ts') ? '$' : '/'}`;
const filesOf = (folder) => `^src/${folder}/[^/]+$`;

const imports = Object.entries(folders).map(([folder, allowed]) => ({
  name: `imports-of-${folder.replaceAll('/', '-')}`,
  severity: 'error',
  from: { path: filesOf(folder) },
  to: {
    path: '^src/',
    pathNot: [filesOf(folder), within('core'), ...allowed.split(' ').filter(Boolean).map(within)].join('|'),
  },
}));

export default {
  forbidden: [
    ...imports,
    {
      name: 'folder-of-the-table',
      comment: 'A new folder is added to the table above.',
      severity: 'error',
      from: { path: '^src/.+/', pathNot: Object.keys(folders).map(filesOf).join('|') },
      to: {},
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-editor-knows-the-editor',
      severity: 'error',
      from: { path: '^src/(core|api|domain|git|mcp|net|tools|webview)/' },
      to: { path: '^vscode$|@types/vscode' },
    },
    {
      name: 'platform-free',
      comment: 'A web build stays possible.',
      severity: 'error',
      from: { path: '^src/(core|api|domain|editor|tools|webview)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'undici-only-in-net',
      severity: 'error',
      from: { pathNot: '^(src/net|test|scripts)/' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'processes-only-in-git',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/git/' },
      to: { path: '^(node:)?child_process$' },
    },
    { name: 'no-orphans-of-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|scripts)/' } },
    {
      name: 'unit-tests-need-no-service',
      comment: 'Tests against the local service are contract tests.',
      severity: 'error',
      from: { path: '^test/unit/' },
      to: { path: '^test/service/service\\.ts$' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // The package esbuild is not the script esbuild.mjs.
    exclude: { path: '^(dist|out)/|^esbuild\\.mjs$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
