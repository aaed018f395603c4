/** What a feature of the editor may import: nothing of another feature. */
const ofFeature = 'api domain tools editor/kit editor/services editor/documents editor/pages';
const feature = (name, ...subfolders) => {
  const room = `editor/features/${name}`;
  const inside = subfolders.map((subfolder) => `${room}/${subfolder}`);
  return { [room]: [ofFeature, ...inside].join(' '), ...Object.fromEntries(inside.map((one) => [one, ofFeature])) };
};

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
  net: '',

  'domain/text': '',
  'domain/hosts': 'api',
  'domain/session': 'api domain/hosts',
  'domain/git': 'domain/hosts',
  'domain/objects': 'api domain/git domain/hosts',
  'domain/refs': 'api domain/git domain/hosts domain/objects',
  'domain/permissions': 'api domain/hosts domain/refs',
  'domain/rules': 'domain/hosts domain/text',
  'domain/lfs': 'api domain/git domain/hosts domain/objects domain/rules',
  'domain/repositories': 'api domain/git domain/hosts domain/lfs domain/objects domain/refs domain/rules',
  'domain/sourceControl/drafts': 'domain/hosts domain/objects domain/repositories domain/rules domain/text',
  'domain/sourceControl/commit':
    'api domain/git domain/hosts domain/lfs domain/objects domain/permissions domain/refs domain/repositories domain/rules domain/sourceControl/drafts domain/text',
  'domain/sourceControl/workingTree':
    'domain/hosts domain/lfs domain/objects domain/refs domain/repositories domain/rules domain/sourceControl/commit domain/sourceControl/drafts',
  'domain/search':
    'domain/git domain/hosts domain/lfs domain/objects domain/repositories domain/rules domain/sourceControl domain/text',
  'domain/documents/text': 'domain/text',
  'domain/documents/kinds': 'api domain/documents/text domain/hosts domain/text',
  'domain/documents/sync': 'api domain/documents/kinds domain/documents/text domain/hosts domain/text',
  'domain/documents/assist': 'api domain/documents/kinds domain/documents/text domain/hosts domain/text',
  'domain/history':
    'api domain/documents/assist/references.ts domain/git domain/hosts domain/objects domain/repositories domain/sourceControl domain/text',
  'domain/blame': 'domain/git domain/history domain/hosts domain/repositories domain/sourceControl domain/text',
  'domain/clones': 'domain/documents/assist/references.ts domain/hosts domain/text',
  'domain/queries': '',
  'domain/pullRequests':
    'api domain/clones/branchIssue.ts domain/documents/assist/issueTemplates.ts domain/documents/kinds domain/documents/text domain/git domain/history domain/hosts domain/objects domain/permissions domain/queries domain/refs domain/repositories',
  'domain/issues':
    'api domain/documents/assist domain/documents/kinds domain/documents/text domain/hosts domain/objects domain/pullRequests domain/queries domain/refs',
  'domain/conversation': 'api domain/hosts domain/pullRequests domain/repositories domain/text',
  'domain/milestones': 'api domain/hosts',
  'domain/releases': 'api domain/hosts domain/objects',
  'domain/runs':
    'api domain/conversation domain/documents/assist/yamlDocument.ts domain/hosts domain/queries domain/text',
  'domain/webhooks': 'api domain/hosts',
  'domain/inbox':
    'api domain/documents/text domain/hosts domain/pullRequests/findPullRequest.ts domain/pullRequests/mergeConditions.ts domain/pullRequests/roles.ts',
  'domain/pages': 'api domain/hosts',

  // The command git, in processes of its own. Only extension.ts knows it, as it does `net`.
  'git/cache': 'domain/hosts domain/objects net/disk',
  'git/processes': 'api/contract api/http domain/git net/disk',
  'git/history': 'domain/git git/processes',
  git: 'domain/git domain/hosts domain/objects domain/text git/cache git/history git/processes net/disk net/http',

  // The tools for agents, in the editor and outside of it.
  'tools/kit': 'api domain',
  'tools/read': 'api domain tools/kit',
  'tools/local': 'api domain tools/kit',
  'tools/remote': 'api domain tools/kit',
  'tools/resources': 'domain tools/kit tools/read',
  tools: 'tools/kit tools/read tools/local tools/remote',

  // The MCP server. Only extension.ts knows it.
  mcp: 'api domain git composeGit.ts net tools',

  // The script of the pages, in their web view.
  webview: 'domain/documents/assist/references.ts domain/pages',
  'webview/search': 'domain/search',

  // What the features of the editor share.
  'editor/kit/messages': 'api domain',
  'editor/kit/prompts': 'api editor/kit/messages',
  'editor/kit': 'api domain editor/kit/messages editor/kit/prompts',
  'editor/kit/comments': 'api domain editor/kit editor/kit/messages editor/kit/prompts',
  'editor/kit/tree': 'api domain editor/kit editor/kit/messages editor/kit/prompts',
  'editor/kit/rows': 'api domain tools/kit/change.ts editor/kit editor/kit/messages editor/kit/prompts editor/kit/tree',
  'editor/kit/rows/changes': 'api domain editor/kit editor/kit/messages editor/kit/rows editor/kit/tree',
  'editor/kit/commands':
    'api domain editor/kit editor/kit/messages editor/kit/prompts editor/kit/rows/activeRepository.ts',
  'editor/services': 'api domain editor/kit onDemand.ts',
  'editor/pages': 'api domain editor/kit editor/services',
  'editor/pages/conversation': 'api domain editor/kit editor/pages editor/services',
  'editor/documents/documents': 'api domain editor/kit',
  'editor/documents/language': 'api domain editor/kit editor/documents/documents',
  'editor/documents': 'api domain editor/kit editor/services editor/documents/documents editor/documents/language',
  'editor/documents/commands': 'api domain editor/kit editor/documents/recordActions.ts',
  'editor/exports': 'api domain editor/kit',

  // The features, with their subfolders. A feature imports no other one.
  ...feature('blame'),
  ...feature('branches', 'commands'),
  ...feature('clones', 'open'),
  ...feature('files', 'commands'),
  ...feature('history'),
  ...feature('hosts'),
  ...feature('inbox'),
  ...feature('issues', 'commands'),
  ...feature('members', 'page'),
  ...feature('milestones'),
  ...feature('organizations'),
  ...feature('pullRequests', 'threads'),
  ...feature('releases'),
  ...feature('repositories', 'commands'),
  ...feature('runs'),
  ...feature('search'),
  ...feature('session'),
  ...feature('sourceControl', 'conflicts'),
  'editor/features/sourceControl/commands': `${ofFeature} editor/features/sourceControl`,
  ...feature('tags'),
  ...feature('tools'),
  ...feature('uploads'),
  ...feature('webhooks'),

  // The sidebar shows the rows of the features.
  'editor/sidebar': 'api domain editor/kit editor/services editor/features',
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
    {
      name: 'no-cycles',
      comment: 'The services have the types of what is loaded on demand, and nothing else of it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/onDemand\\.ts$' } },
    },
    {
      name: 'only-editor-knows-the-editor',
      severity: 'error',
      from: { path: '^src/(core|api|domain|git|mcp|net|tools|webview)/' },
      to: { path: '^vscode$|@types/vscode' },
    },
    {
      name: 'only-git-mcp-and-net-use-node',
      comment: 'The tests of the other layers need no process, file or socket.',
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
