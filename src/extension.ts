import { type Uri, l10n, type ExtensionContext } from 'vscode';
import { join } from 'node:path';
import { lazily } from './core/async.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { createExports, type ExportedParts, type Exports } from './editor/exports/api.ts';
import { registerBlame } from './editor/features/blame/register.ts';
import { withComments } from './editor/features/issues/comments/register.ts';
import { registerLocalClones } from './editor/features/clones/open/register.ts';
import { registerClones } from './editor/features/clones/register.ts';
import { registerFiles } from './editor/features/files/register.ts';
import { RefStatus } from './editor/features/files/refStatus.ts';
import { registerHosts } from './editor/features/hosts/register.ts';
import type { WindowCalls } from './editor/features/mcp/calls.ts';
import { registerMcpServer } from './editor/features/mcp/register.ts';
import { registerPullRequests } from './editor/features/pullRequests/register.ts';
import { registerThreads } from './editor/features/pullRequests/threads/register.ts';
import { registerDeepLinks } from './editor/features/repositories/register.ts';
import { registerSearch } from './editor/features/search/register.ts';
import { registerSourceControl } from './editor/features/sourceControl/register.ts';
import { registerTools } from './editor/features/tools/register.ts';
import { registerCommands } from './editor/kit/commands/register.ts';
import { Lifetime } from './editor/kit/lifetime.ts';
import { Failures } from './editor/kit/messages/failures.ts';
import { createLog } from './editor/kit/messages/log.ts';
import { registerPages } from './editor/pages/register.ts';
import { registerSidebar, type ExplorerParts } from './editor/sidebar/register.ts';
import { commandTitles, toolTitles } from './manifest.ts';
import { version } from './mcp/version.ts';
import { composeServices, type AllServices } from './services.ts';
import type { CommandServices } from './commandTable.ts';

/** The only place where code is loaded after the activation. */
const load = lazily(() => import('./onDemand.ts'));

export function activate(context: ExtensionContext): Exports {
  const lifetime = new Lifetime();
  context.subscriptions.push(lifetime);
  const log = lifetime.add(createLog());
  const failures = new Failures(log);
  try {
    const services = composeServices({ context, log, failures, load }, lifetime);
    return registerFeatures(services, lifetime);
  } catch (error) {
    // The editor shows no message when an activation fails.
    failures.show(error, { task: l10n.t('Sourcehost could not start') });
    throw error;
  }
}

/** Registers the features, in the order in which they use each other. */
function registerFeatures(services: AllServices, lifetime: Lifetime): Exports {
  const { connections, context, settings, log } = services;
  registerHosts(services, lifetime);
  registerDeepLinks(services, services.uris, lifetime);
  const { poller, writeAccess } = registerFiles(services, lifetime);
  const explorer = registerSidebar(services, lifetime);
  const { active, pinned, toolChanges } = explorer;
  const status = lifetime.add(new RefStatus(services.repositories, writeAccess, active));
  const isKnown = (uri: Uri): boolean => active.of(uri) !== undefined;
  const loadRecords = registerDocuments(services, isKnown, withComments(services, lifetime), lifetime);
  const loadScm = registerSourceControl(services, loadRecords, lifetime);
  const loadPages = registerPages(services, lifetime);
  const { loadSearch, loadTextSearch } = registerSearch(services, { active, writeAccess }, lifetime);
  const loadBlame = registerBlame(services, lifetime);
  registerPullRequests(services, lifetime);
  const reviews = registerThreads(services, explorer.heads, loadRecords, lifetime);
  const cloning = registerClones(services, services.tokenOf, lifetime);
  const loadLocalClones = registerLocalClones(services, { active, loadRecords }, lifetime);
  const loadComments = async () => (await loadRecords()).comments;
  const toolContext = { active, pinned, writeAccess, toolChanges, loadSearch, loadScm, loadComments };
  const loadTools = registerTools(services, toolTitles(context), toolContext, lifetime);
  const program = { command: process.execPath, program: context.asAbsolutePath(join('dist', 'mcp.cjs')), version };
  const listen = async (calls: WindowCalls) => await (await load()).listenForTools(calls, log);
  registerMcpServer({ ...program, settings, loadTools, listen }, lifetime);
  const loaders = { loadBlame, loadLocalClones, loadPages, loadRecords, loadScm, loadTextSearch };
  const views = { explorer, poller, status, cloning, reviews, ...loaders };
  const commands = registerAllCommands({ ...services, ...views }, lifetime);
  startLater(services, explorer);
  return createExports({ connections, active, commands }, lifetime);
}

/** Registers the commands. The result describes them. */
function registerAllCommands(services: CommandServices, lifetime: Lifetime): ExportedParts['commands'] {
  const { connections, context, explorer, failures, waiting } = services;
  const titles = commandTitles(context);
  const titleOf = (id: string): string => titles.get(id) ?? id;
  const loadTable = lazily(async () => (await load()).commandTable(services));
  const loadRunner = lazily(async () => {
    const table = await loadTable();
    const { createPlaces, createRunner, keepFocusOnRows } = await load();
    const places = createPlaces(connections, () => explorer.active.current, explorer.pickRepository);
    const runner = createRunner({ table, places, failures, titleOf, delay: waiting });
    return keepFocusOnRows(explorer.views, runner);
  });
  for (const command of registerCommands([...titles.keys()], loadRunner)) lifetime.add(command);
  return async () => {
    const { describeCommands } = await load();
    return describeCommands(await loadTable(), titleOf);
  };
}

/** These tasks may start later: the editor first continues with the event that activated the extension. */
function startLater({ afterwards, failures, offerAccounts, withOffline }: AllServices, explorer: ExplorerParts): void {
  setImmediate(() => {
    explorer.views.start();
    void offerAccounts();
    withOffline((all) => all.load());
    afterwards
      .resume()
      .catch((error: unknown) => failures.show(error, { task: l10n.t('The file could not be opened') }));
  });
}
