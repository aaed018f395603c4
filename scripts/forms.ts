// Compares keys and types of the forms of the tests, and of the answers of the local service, with samples of the live
// service: npm run forms -- FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, parseJson } from '../src/core/text.ts';
import { forms } from '../test/forms/forms.ts';
import { differences, shapeOf } from '../test/forms/shape.ts';
import { routes } from '../test/service/router.ts';
import { startService } from '../test/service/service.ts';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run forms -- FOLDER');

const website = { owner: 'alice', repo: 'website' };
const pull = { ...website, number: 41 };
const made = { ...website, title: 'Made', body: '', head: 'topic', base: 'main' };
/** Inputs with which the local service answers each operation, in this order: the later ones use the earlier ones. */
const calls: readonly (readonly [name: string, params: (made: number, issue: number) => object])[] = [
  ...['get', 'files', 'commits', 'events', 'issues'].map((name) => [`pullRequests.${name}`, () => pull] as const),
  ['pullRequests.list', () => ({ ...website, state: 'all' })],
  ['pullRequests.ofIssue', () => ({ ...website, number: 3 })],
  ['pullRequests.linkIssues', () => ({ ...pull, issues: [3] })],
  ['pullRequests.addAssignees', () => ({ ...pull, assignees: 'bob' })],
  ['pullRequests.addReviewers', () => ({ ...pull, reviewers: 'bob', add: true })],
  ['pullRequests.addTesters', () => ({ ...pull, testers: 'bob', add: true })],
  ['pullRequests.removeReviewers', () => ({ ...pull, reviewers: 'bob' })],
  ['pullRequests.removeTesters', () => ({ ...pull, testers: 'bob' })],
  ['pullRequests.optionReviewers', () => pull],
  ['pullRequests.optionTesters', () => website],
  ['pullRequests.filesJson', () => pull],
  ['pullRequests.reactions', () => pull],
  ['gates.pullRequestSettings', () => website],
  ['gates.selfPermission', () => website],
  ['inbox.pulls', () => ({})],
  ['inbox.issues', () => ({})],
  ['inbox.notifications', () => ({ ...website, unread: false })],
  ['inbox.comments', () => website],
  ['inbox.organizationIssues', () => ({ org: 'acme' })],
  ['inbox.organizationPulls', () => ({ org: 'acme' })],
  ['pullRequests.create', () => made],
  ['pullRequests.edit', () => ({ ...pull, title: 'Changed' })],
  ['pullRequestComments.list', () => ({ ...pull, per_page: 100 })],
  ['pullRequestComments.discussions', () => ({ ...pull, per_page: 100 })],
  ['pullRequestComments.create', () => ({ ...pull, body: 'Made', path: 'src/login.ts', position: 2 })],
  ['pullRequestComments.get', (id) => ({ ...website, id })],
  ['pullRequestComments.edit', (id) => ({ ...website, id, body: 'Changed' })],
  ['runs.list', () => website],
  ['workflows.list', () => website],
  ['pipelines.list', () => pull],
  ['issues.get', (_, number) => ({ ...website, number })],
  ['issues.create', () => ({ ...website, title: 'Made', assignee: 'bob' })],
  ['issues.edit', (_, number) => ({ ...website, number, title: 'Changed', body: 'Changed' })],
  ...['issueEvents.list', 'issues.modifyHistory', 'issueBranches.list'].map(
    (name) => [name, (_: number, number: number) => ({ ...website, number })] as const,
  ),
];
/** The operations of the local service by the names of forms that the client does not call. */
const served = new Map(
  routes.map(({ operation, endpoint: { method, path } }) => [
    `${method} ${path.replace('/repos/{owner}/{repo}', '')}`,
    operation,
  ]),
);

const service = await startService();
const local = new Map<string, unknown>();
try {
  await service.act({ do: 'push', repository: 'alice/website', branch: 'topic', files: { 'topic.txt': '1' } });
  const issues = [...service.state.repositories.get('alice/website')!.issues.values()];
  const full = issues.find(({ assignee, milestone, labels, priority }) =>
    Boolean(assignee && milestone && labels.length > 0 && priority > 1),
  );
  let id = 0;
  for (const [operation, params] of calls) {
    const answer = (await service.act({
      do: 'call',
      operation,
      params: { ...params(id, full?.number ?? 1) },
      as: 'alice',
    })) as object;
    local.set(operation, answer);
    if (operation === 'pullRequestComments.create' && 'note_id' in answer) id = Number(answer.note_id);
  }
} finally {
  await service.close();
}

let wrong = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const own = forms[basename(name, '.json')];
  if (own === undefined) {
    console.log(`${name}: no form here`);
    continue;
  }
  const { answers } = parseJson(readFileSync(join(folder, name), 'utf8')) as { answers: readonly Answer[] };
  const samples = answers.map(({ body, text }) => shapeOf(body === undefined && !text ? [] : [body ?? text]));
  answers.forEach(({ status }, at) => {
    const form = own[at];
    const body = form?.body === undefined ? [] : [form.body];
    const found = form === undefined ? ['it has no form here'] : differences(samples[at]!, shapeOf(body));
    const not = form !== undefined && form.status !== status ? [`the status is ${form.status}, not ${status}`] : [];
    for (const line of [...found, ...not]) console.log(`${name}, answer ${at + 1}: ${line}`);
    wrong += found.length + not.length;
  });
  for (const form of new Set(own.map((one) => one.name))) {
    const operation = served.get(form) ?? form;
    if (!local.has(operation)) continue;
    const isAnswer = ({ status, body }: Answer): boolean => status < 300 && !(isObject(body) && 'error_code' in body);
    const like = answers.filter((answer, at) => own[at]?.name === form && isAnswer(answer));
    const wanted = shapeOf(like.flatMap(({ body }) => (body === undefined ? [] : [body])));
    for (const line of differences(wanted, shapeOf([local.get(operation)])))
      console.log(`local service, ${operation}: ${line}`);
  }
}
const waiting = new Set(Object.values(forms).flatMap((some) => some.map(({ name }) => name)));
console.log(`without an endpoint: ${[...waiting].filter((name) => name.includes(' /')).join(', ')}`);
if (wrong > 0) process.exitCode = 1;
