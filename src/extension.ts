import { l10n, type ExtensionContext } from 'vscode';
import { lazily } from './core/async.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { createExports, type ExportedParts, type Exports } from './editor/exports/api.ts';
import { registerBlame } from './editor/features/blame/register.ts';
import { registerClones } from './editor/features/clones/register.ts';
import { registerFiles } from './editor/features/files/register.ts';
import { registerHistory } from './editor/features/history/register.ts';
import { registerHosts } from './editor/features/hosts/register.ts';
import { registerInbox } from './editor/features/inbox/register.ts';
import { registerPullRequests } from './editor/features/pullRequests/register.ts';
import { ReviewedHeads } from './editor/features/pullRequests/threads/reviewedHeads.ts';
import { registerRepositories, type RepositoriesFeature } from './editor/features/repositories/register.ts';
import { registerRuns } from './editor/features/runs/register.ts';
import { registerSearch } from './editor/features/search/register.ts';
import { registerSession } from './editor/features/session/register.ts';
import { registerSourceControl } from './editor/features/sourceControl/register.ts';
import { registerTools } from './editor/features/tools/register.ts';
import { registerUploads } from './editor/features/uploads/register.ts';
import { registerCommands } from './editor/kit/commands/register.ts';
import { Lifetime } from './editor/kit/lifetime.ts';
import { Failures } from './editor/kit/messages/failures.ts';
import { createLog } from './editor/kit/messages/log.ts';
import { registerPages } from './editor/pages/register.ts';
import { registerSidebar, type SidebarFeature } from './editor/sidebar/register.ts';
import { commandTitles, toolTitles } from './manifest.ts';
import { composeServices, type AllServices } from './services.ts';

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

/** Registers the features. What one gives to others, it gives as its result. Some have commands only. */
function registerFeatures(services: AllServices, lifetime: Lifetime): Exports {
  const { changes, commands, knownRepositories, loadHostFeatures, repositories } = services;
  registerBlame(services, lifetime);
  registerHosts(services, lifetime);
  commands.add(async () => (await load()).memberCommands(changes));
  commands.add(async () => (await load()).tagCommands(changes, repositories));
  const files = registerFiles(services, lifetime);
  const search = registerSearch({ ...services, ...files }, lifetime);

  const documents = { ...services, ...registerDocuments(services, lifetime) };
  const runs = registerRuns({ ...documents, ...files }, lifetime);
  const history = registerHistory({ ...services, ...files, ...runs }, lifetime);
  const heads = new ReviewedHeads(services.context.globalState);
  const records = { ...documents, heads, ...registerPages({ ...documents, ...runs, heads }, lifetime) };
  const { loadRecords, pages } = records;
  commands.add(async () => (await load()).branchTable({ ...records, ...files }));
  commands.add(async () => (await load()).milestoneCommands(changes, loadRecords));
  commands.add(async () => (await load()).organizationCommands(changes, pages, knownRepositories));
  commands.add(async () => (await load()).releaseCommands(changes, loadRecords));
  commands.add(async () => {
    const { localFiles, releaseFileCommands } = await load();
    return releaseFileCommands(changes, loadHostFeatures, localFiles);
  });
  registerSession(records, lifetime);
  commands.add(async () => (await load()).webhookCommands(changes, pages));
  const inbox = registerInbox(records, lifetime);
  const scm = registerSourceControl(records, lifetime);
  const clones = registerClones(records, lifetime);
  commands.add(async () => (await load()).issueTable({ ...records, ...files, ...scm, ...clones }));
  const pullRequests = registerPullRequests({ ...records, ...files, ...history, ...clones }, lifetime);
  registerUploads({ ...services, ...pullRequests }, lifetime);
  const titles = toolTitles(services.context);
  const tools = registerTools({ ...records, ...files, ...search, ...scm, toolTitles: titles }, lifetime);

  const rows = { ...files, ...history, ...inbox, ...pullRequests, ...runs, ...search, ...tools };
  const sidebar = registerSidebar({ ...services, ...rows }, lifetime);
  const picking = registerRepositories({ ...records, ...sidebar }, lifetime);
  const describe = registerAllCommands({ ...services, ...sidebar, ...picking }, lifetime);
  startLater(services, sidebar);
  return createExports({ ...services, commands: describe }, lifetime);
}

/** Registers the commands of package.json. The features contribute what they do. The result describes them. */
function registerAllCommands(
  services: AllServices & SidebarFeature & RepositoriesFeature,
  lifetime: Lifetime,
): ExportedParts['commands'] {
  const { active, commands, connections, context, failures, pickRepository, views, waiting } = services;
  const titles = commandTitles(context);
  const titleOf = (id: string): string => titles.get(id) ?? id;
  const loadRunner = lazily(async () => {
    const { createPlaces, createRunner, keepFocusOnRows } = await load();
    const places = createPlaces(connections, () => active.current, pickRepository);
    const runner = createRunner({ table: await commands.load(), places, failures, titleOf, delay: waiting });
    return keepFocusOnRows(views, runner);
  });
  for (const command of registerCommands([...titles.keys()], loadRunner)) lifetime.add(command);
  return async () => {
    const { describeCommands } = await load();
    return describeCommands(await commands.load(), titleOf);
  };
}

/** These tasks may start later: the editor first continues with the event that activated the extension. */
function startLater(
  { afterwards, failures, offerAccounts, withOffline }: AllServices,
  { views }: SidebarFeature,
): void {
  setImmediate(() => {
    views.start();
    void offerAccounts();
    withOffline((all) => all.load());
    afterwards
      .resume()
      .catch((error: unknown) => failures.show(error, { task: l10n.t('The file could not be opened') }));
  });
}
