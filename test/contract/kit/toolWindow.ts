import assert from 'node:assert/strict';
import { silent } from '../../../src/core/log.ts';
import type { Undo } from '../../../src/domain/sourceControl/drafts/drafts.ts';
import { HostFeatures } from '../../../src/domain/hosts/hostFeatures.ts';
import { Comments } from '../../../src/domain/conversation/comments.ts';
import { Conversations } from '../../../src/domain/conversation/conversations.ts';
import { WriteAccess } from '../../../src/domain/permissions/writeAccess.ts';
import { PullRequestDecisions } from '../../../src/domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from '../../../src/domain/pullRequests/pullRequests.ts';
import { RunList } from '../../../src/domain/runs/runList.ts';
import { Runs } from '../../../src/domain/runs/runs.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { callTool, previewTool } from '../../../src/tools/call.ts';
import type { AllowedRepository } from '../../../src/tools/kit/allowList.ts';
import type { ToolResult } from '../../../src/tools/kit/output.ts';
import type { AgreeablePreview } from '../../../src/tools/kit/tool.ts';
import type { ToolServices } from '../../../src/tools/kit/place.ts';
import { named } from '../../kit/localGit.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { textSearchOf } from '../../kit/textSearches.ts';
import { toolNamed } from '../../kit/toolServices.ts';
import type { Service } from '../../service/handle.ts';
import { editingWindow, type EditingWindow } from './editing.ts';

const { signal } = new AbortController();

/** A window in which tools may use `repositories`, by default `alice/website` and `alice/samples`. */
export interface ToolWindow extends AsyncDisposable {
  readonly window: EditingWindow;
  readonly services: ToolServices;
  /** How to restore the drafts that tools replaced. */
  readonly undos: readonly Undo[];
  /** The result of a tool, called by its name without `sourcehost_`; the user agrees to the preview. */
  readonly call: (tool: string, given: object) => Promise<ToolResult>;
  /** As `call`: the fenced lines of the result. */
  readonly rows: (tool: string, given: object) => Promise<string[]>;
  readonly preview: (tool: string, given: object) => Promise<AgreeablePreview>;
}

export async function toolWindow(
  service: Service,
  repositories: readonly string[] = ['alice/website', 'alice/samples'],
  { now, git: hasGit = true }: { readonly now?: () => number; readonly git?: boolean } = {},
): Promise<ToolWindow> {
  const folder = await temporaryFolder();
  const { search, git, ...found } = textSearchOf(service, folder.path, { git: hasGit });
  const window = editingWindow(service, { git, ...(now && { now }) });
  const fetcher = new CommitFetcher({
    git,
    show: async (_, work) => await work(signal, () => undefined),
    confirmLarge: () => Promise.resolve(false),
    log: silent,
  });
  const allowed = repositories.map((name): AllowedRepository => ({ ...named(name), by: 'opened' }));
  const undos: Undo[] = [];
  const features = new HostFeatures(memoryStorage());
  const conversations = new Conversations(features);
  const services: ToolServices = {
    allowed: () => Promise.resolve(allowed),
    howToAllow: 'The user allows a repository.',
    connections: window.session.connections,
    repositories: window.session.repositories,
    checkouts: window.checkouts,
    search,
    fetcher,
    history: (name) => git.of(name).history,
    writeAccess: new WriteAccess(window.session.repositories.knownRepositories, window.session.connections, () =>
      Promise.resolve(features),
    ),
    author: () => Promise.resolve(undefined),
    keepUndo: (undo) => Promise.resolve(void undos.push(undo)),
    pullRequests: new PullRequests(features),
    decisions: new PullRequestDecisions(features),
    runs: new Runs(features),
    runList: new RunList(features),
    conversations,
    comments: new Comments(features, conversations, memoryStorage()),
    log: silent,
  };
  const call = async (name: string, given: object): Promise<ToolResult> => {
    const tool = toolNamed(name);
    const agreed = await previewTool(services, tool, given, signal);
    return await callTool(services, tool, given, { signal, agreed });
  };
  return {
    window,
    services,
    undos,
    call,
    rows: async (name, given) =>
      (await call(name, given)).text.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.slice(2)] : [])),
    preview: async (name, given) => {
      const preview = await previewTool(services, toolNamed(name), given, signal);
      assert.ok(preview !== undefined);
      return preview;
    },
    async [Symbol.asyncDispose]() {
      window.checkouts.dispose();
      await found[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
