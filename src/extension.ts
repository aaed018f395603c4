import { extensions, l10n, type ExtensionContext } from 'vscode';
import { join } from 'node:path';
import { lazily } from './core/async.ts';
import { isObject } from './core/text.ts';
import { accountCommands } from './editor/commands/account.ts';
import { activeRepositoryCommands } from './editor/commands/activeRepository.ts';
import { hostCommands } from './editor/commands/host.ts';
import { openCommands } from './editor/commands/open.ts';
import { OpenAfterwards } from './editor/commands/openAfterwards.ts';
import { draftCommands } from './editor/commands/draft.ts';
import { cloneCommands } from './editor/commands/clone.ts';
import { fileCommands } from './editor/commands/file.ts';
import { linkCommands } from './editor/commands/link.ts';
import { refCommands } from './editor/commands/ref.ts';
import { followArrivals } from './editor/links/arrivals.ts';
import { logCommands } from './editor/commands/log.ts';
import { createPlaces, type ActiveTarget } from './editor/commands/places.ts';
import { registerCommands, type CommandTable } from './editor/commands/register.ts';
import { EditedBranches } from './domain/editedBranches.ts';
import { Files } from './domain/files.ts';
import { KnownRepositories } from './domain/known.ts';
import { Objects } from './domain/objects.ts';
import { createFileParts } from './editor/files/parts.ts';
import { Changes } from './editor/kit/changes.ts';
import { branchCommands } from './editor/commands/branch.ts';
import { branchRuleCommands } from './editor/commands/branchRule.ts';
import { describeCommands } from './editor/commands/describe.ts';
import { filterCommands } from './editor/commands/filters.ts';
import { issueFilterCommands } from './editor/commands/issueFilter.ts';
import { itemCommands } from './editor/commands/items.ts';
import { issueCommands } from './editor/commands/issue.ts';
import { issueDraftCommands } from './editor/commands/issueDraft.ts';
import { milestoneCommands } from './editor/commands/milestone.ts';
import { recordCommands } from './editor/commands/record.ts';
import { releaseCommands } from './editor/commands/release.ts';
import { registerRecords } from './editor/records/entry.ts';
import { keyCommands } from './editor/commands/key.ts';
import { memberCommands } from './editor/commands/member.ts';
import { organizationCommands } from './editor/commands/organization.ts';
import { pageCommands } from './editor/commands/page.ts';
import { Pages } from './editor/pages/panels.ts';
import { releaseFileCommands } from './editor/commands/releaseFiles.ts';
import { repositoryCreateCommands } from './editor/commands/repositoryCreate.ts';
import { repositorySettingsCommands } from './editor/commands/repositorySettings.ts';
import { searchCommands } from './editor/commands/search.ts';
import { tagCommands } from './editor/commands/tag.ts';
import { webhookCommands } from './editor/commands/webhook.ts';
import { Details } from './editor/kit/details.ts';
import { localFiles } from './net/files.ts';
import { listenLoopback } from './net/loopback.ts';
import { publicKeys } from './net/publicKeys.ts';
import { supportCommands } from './editor/commands/support.ts';
import { viewCommands } from './editor/commands/views.ts';
import { createExports, type Exports } from './editor/exports/api.ts';
import type { Account } from './domain/hosts.ts';
import { createCloneParts } from './editor/clone/parts.ts';
import { createExplorerParts } from './editor/explorer/parts.ts';
import { Failures } from './editor/kit/failures.ts';
import { Lifetime } from './editor/kit/lifetime.ts';
import { createLog, type LogChannel } from './editor/kit/log.ts';
import { Settings } from './editor/kit/settings.ts';
import { createSessionParts } from './editor/session/parts.ts';
import { reportProblem } from './editor/session/support.ts';
import { createNetwork, type NetworkSettings } from './net/network.ts';
import { createStorage } from './net/storage.ts';

/** Composes everything; the only place that knows all parts. */
export function activate(context: ExtensionContext): Exports {
  const lifetime = new Lifetime();
  context.subscriptions.push(lifetime);
  const log = lifetime.add(createLog());
  const failures = new Failures(log);
  try {
    return compose(context, lifetime, log, failures);
  } catch (error) {
    // The editor itself does not tell anybody that an activation failed.
    failures.show(error, { title: l10n.t('Sourcehost could not start') });
    throw error;
  }
}

function compose(context: ExtensionContext, lifetime: Lifetime, log: LogChannel, failures: Failures): Exports {
  const { env } = process;
  const settings = new Settings();
  const network = lifetime.add(
    createNetwork({ settings: () => networkSettings(settings), editorFetch: globalThis.fetch, log }),
  );
  lifetime.add(settings.onDidChange((affects) => (affects('http') || affects('network')) && network.reset()));
  const { connections, hosts, hostQuestions, accounts, sessions, uris, offerSignIn } = createSessionParts(
    {
      context,
      settings,
      fetch: network.fetch,
      storage: createStorage(join(context.globalStorageUri.fsPath, 'state')),
      listen: listenLoopback,
      environment: { token: env.SOURCEHOST_TOKEN, host: env.SOURCEHOST_HOST },
      log,
    },
    lifetime,
  );
  const changes = new Changes();
  const kept = createStorage(context.globalStorageUri.fsPath);
  const capacity = (): number => settings.number('cacheSize', 256) * 1024 * 1024;
  const known = new KnownRepositories();
  const objects = new Objects({ storage: kept, capacity, log });
  const files = new Files({ connections, storage: kept, objects, known, log });
  const labels = { mine: l10n.t('your draft'), theirs: l10n.t('on the server') };
  const branches = lifetime.add(new EditedBranches({ files, connections, storage: kept, labels }));
  const { follower, status } = createFileParts(
    { files, branches, connections, storage: context.globalStorageUri, changes, log },
    lifetime,
  );
  lifetime.add(followArrivals(uris.onDidOpen, connections, failures));
  const loadRecords = lazily(async () => {
    const { createRecordParts } = await import('./editor/records/parts.ts');
    return createRecordParts({ connections, storage: kept, changes, settings, failures, log }, lifetime);
  });
  lifetime.add(registerRecords(async () => (await loadRecords()).files));
  const afterwards = new OpenAfterwards(context.globalState);
  afterwards.resume().catch((error: unknown) => failures.show(error));
  const details = lifetime.add(new Details());
  const { globalState } = context;
  const explorer = createExplorerParts(
    { context, connections, known, settings, changes, drafts: branches, log },
    lifetime,
  );
  const pages = lifetime.add(new Pages({ connections, extension: context.extensionUri, log }));
  const active = (): ActiveTarget | undefined => explorer.active.current;
  const tokenOf = async ({ host: id, login }: Account): Promise<string | undefined> => {
    const host = hosts.get(id);
    return host && (await sessions.credentials(host, login).token());
  };
  const cloning = createCloneParts({ git: explorer.git, connections, tokenOf, log }, lifetime);
  const table: CommandTable = {
    ...branchCommands(changes, details),
    ...branchRuleCommands(changes),
    ...issueCommands(changes, loadRecords),
    ...issueDraftCommands(loadRecords),
    ...cloneCommands(cloning, files, changes),
    ...keyCommands(globalState, publicKeys, details),
    ...memberCommands(changes),
    ...milestoneCommands(changes, loadRecords),
    ...organizationCommands(changes, details),
    ...pageCommands((target) => pages.open(target)),
    ...recordCommands(loadRecords),
    ...releaseCommands(changes, loadRecords),
    ...releaseFileCommands(changes, localFiles),
    ...repositoryCreateCommands(changes),
    ...repositorySettingsCommands(changes, details),
    ...searchCommands(globalState, active, (search) => explorer.views.showResults(search)),
    ...tagCommands(changes),
    ...webhookCommands(changes, details),
    ...accountCommands(accounts, connections),
    ...hostCommands({
      removable: () => hosts.removable(),
      add: (entry, signal) => hostQuestions.add(entry, signal),
      ask: (given) => hostQuestions.ask(given),
      remove: async (id) => {
        await hosts.remove(id);
        await sessions.removeHost(id);
        await files.forget(id);
      },
    }),
    ...logCommands(log),
    ...openCommands(files, afterwards),
    ...supportCommands((signal) =>
      reportProblem(
        {
          context,
          settings,
          hosts,
          sessions,
          fetch: network.fetch,
          failures: () => log.failures(),
          platform: `${process.platform} ${process.arch}`,
        },
        signal,
      ),
    ),
    ...viewCommands(explorer.views, () => follower.refresh()),
    ...itemCommands(explorer.views),
    ...filterCommands(explorer.filters),
    ...issueFilterCommands({ ...explorer, connections, settings, active }),
    ...activeRepositoryCommands(explorer.active, explorer.pinned, explorer.pickRepository),
    ...draftCommands({ branches, files, afterwards }),
    ...fileCommands(files, connections),
    ...refCommands({ files, afterwards, onCompared: (...move) => status.markSeen(...move) }),
    ...linkCommands(files, connections, afterwards),
  };
  const places = createPlaces(
    connections,
    active,
    async (connection) => (await explorer.pickRepository(new AbortController().signal, connection)).name,
  );
  void offerSignIn();
  const titleOf = titlesOf(context);
  for (const command of registerCommands(table, places, failures, titleOf)) lifetime.add(command);
  return createExports({ connections, active: explorer.active, commands: describeCommands(table, titleOf) }, lifetime);
}

function networkSettings(settings: Settings): NetworkSettings {
  const { proxy, noProxy, strictSSL, proxyAuthorization, proxySupport } = settings.http();
  const mode = settings.text('network');
  return {
    mode: mode === 'undici' || mode === 'editor' ? mode : 'auto',
    proxy: proxySupport === 'off' ? undefined : proxy,
    noProxy: noProxy.length === 0 ? undefined : noProxy.join(','),
    strictSSL,
    proxyAuthorization,
    env: proxySupport === 'off' ? {} : process.env,
  };
}

/** Titles of commands as the editor shows them: package.json with its placeholders replaced. */
function titlesOf(context: ExtensionContext): (id: string) => string {
  const manifest: unknown = extensions.getExtension(context.extension.id)?.packageJSON;
  const contributes = isObject(manifest) && isObject(manifest.contributes) ? manifest.contributes : {};
  const commands = Array.isArray(contributes.commands) ? contributes.commands.filter(isObject) : [];
  const titles = new Map(commands.map(({ command, title }) => [String(command), String(title)]));
  return (id) => titles.get(id) ?? id;
}
