import type { Connections } from '../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../src/domain/hosts/hostFeatures.ts';
import { Comments } from '../../src/domain/conversation/comments.ts';
import { Conversations } from '../../src/domain/conversation/conversations.ts';
import { PullRequestDecisions } from '../../src/domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from '../../src/domain/pullRequests/pullRequests.ts';
import { RunList } from '../../src/domain/runs/runList.ts';
import { Runs } from '../../src/domain/runs/runs.ts';
import type { AllowedRepository } from '../../src/tools/kit/allowList.ts';
import type { ToolServices } from '../../src/tools/kit/place.ts';
import { toolTable } from '../../src/tools/table.ts';
import type { Tool } from '../../src/tools/kit/tool.ts';
import { memoryStorage } from './memoryStorage.ts';
import { fakeApi, type FakeApi } from './fakeApi.ts';
import type { Answering } from './fakeFetch.ts';

const opened: AllowedRepository = { host: 'local', owner: 'alice', repo: 'samples', by: 'opened' };

/** Services with an API that returns the given answers. A tool that uses files fails. */
export function apiServices(
  answer: Answering,
  allowed: readonly AllowedRepository[] = [opened],
  { signedIn = true }: { readonly signedIn?: boolean } = {},
): FakeApi & { readonly services: ToolServices } {
  const fake = fakeApi(answer);
  const connect = (): Promise<unknown> =>
    Promise.resolve({ api: fake.api, budget: fake.budget, account: signedIn ? { login: 'alice' } : undefined });
  const unused = (): never => {
    throw new Error('this test uses no files');
  };
  const features = new HostFeatures(memoryStorage());
  const conversations = new Conversations(features);
  const services: ToolServices = {
    allowed: () => Promise.resolve(allowed),
    howToAllow: 'The user allows a repository.',
    connections: { connect } as unknown as Connections,
    repositories: { at: unused, setResolved: unused, readOverview: unused },
    checkouts: { at: unused },
    search: { search: unused },
    fetcher: { fetch: unused },
    history: unused,
    writeAccess: {
      reason: () => undefined,
      draftReason: () => Promise.resolve(undefined),
      requestOnce: () => Promise.resolve(false),
    },
    author: () => Promise.resolve(undefined),
    keepUndo: unused,
    pullRequests: new PullRequests(features),
    decisions: new PullRequestDecisions(features),
    runs: new Runs(features),
    runList: new RunList(features),
    conversations,
    comments: new Comments(features, conversations, memoryStorage()),
    log: fake.log,
  };
  return { ...fake, services };
}

export function toolNamed(name: string): Tool {
  const tool = toolTable.find((one) => one.name === `sourcehost_${name}`);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** Inputs that each tool accepts, for `repository`. */
export function inputsOf(tool: Tool, repository: string): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = {
    repository,
    path: 'README.md',
    to: 'moved.md',
    paths: ['README.md'],
    query: 'text',
    base: 'main',
    head: 'main',
    number: tool.name.endsWith('_pull_request') ? 41 : 1,
    numbers: [1],
    state: 'closed',
    content: 'x',
    old_text: 'x',
    new_text: 'y',
    message: 'm',
    type: 'branch',
    name: 'n',
    title: 't',
    tag_name: 'v9',
    body: 'b',
    on: 'issue',
    decision: 'approve',
    run: 'r',
  };
  const required = Object.entries(tool.fields).flatMap(([key, field]) => (field.optional ? [] : [key]));
  const wanted = /_edit_(?:issues|pull_request)$/.test(tool.name) ? [...required, 'state'] : required;
  return Object.fromEntries(wanted.map((key) => [key, values[key]]));
}
