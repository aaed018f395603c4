// Compares keys and types of the forms of the tests, and of the answers of the local service, with samples of the live
// service: npm run forms -- FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, parseJson } from '../src/core/text.ts';
import { forms } from '../test/forms/forms.ts';
import { differences, shapeOf } from '../test/forms/shape.ts';
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
const calls: readonly (readonly [name: string, params: (made: number) => object])[] = [
  ...['get', 'files', 'commits', 'events', 'issues'].map((name) => [`pullRequests.${name}`, () => pull] as const),
  ['pullRequests.list', () => ({ ...website, state: 'all' })],
  ['pullRequests.ofIssue', () => ({ ...website, number: 3 })],
  ['pullRequests.linkIssues', () => ({ ...pull, issues: [3] })],
  ['pullRequests.addAssignees', () => ({ ...pull, assignees: ['bob'] })],
  ['pullRequests.addTesters', () => ({ ...pull, testers: ['bob'] })],
  ['inbox.pulls', () => ({})],
  ['inbox.issues', () => ({})],
  ['inbox.notifications', () => ({ ...website, unread: false })],
  ['inbox.comments', () => website],
  ['inbox.organizationIssues', () => ({ org: 'acme' })],
  ['inbox.organizationPulls', () => ({ org: 'acme' })],
  ['pullRequests.create', () => made],
  ['pullRequests.edit', () => ({ ...pull, title: 'Changed' })],
  ['pullRequestComments.list', () => pull],
  ['pullRequestComments.create', () => ({ ...pull, body: 'Made', path: 'src/login.ts', position: 2 })],
  ['pullRequestComments.get', (id) => ({ ...website, id })],
  ['pullRequestComments.edit', (id) => ({ ...website, id, body: 'Changed' })],
  ['issues.get', () => ({ ...website, number: 2 })],
  ['issues.create', () => ({ ...website, title: 'Made' })],
  ['runs.list', () => website],
  ['workflows.list', () => website],
  ['pipelines.list', () => pull],
];

const service = await startService();
const local = new Map<string, unknown>();
try {
  await service.act({ do: 'push', repository: 'alice/website', branch: 'topic', files: { 'topic.txt': '1' } });
  let id = 0;
  for (const [operation, params] of calls) {
    const answer = (await service.act({ do: 'call', operation, params: { ...params(id) }, as: 'alice' })) as object;
    local.set(operation, answer);
    if (operation === 'pullRequestComments.create' && 'id' in answer) id = Number(answer.id);
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
  for (const operation of new Set(own.map((form) => form.name).filter((one) => local.has(one)))) {
    const isAnswer = ({ status, body }: Answer): boolean => status < 300 && !(isObject(body) && 'error_code' in body);
    const like = answers.filter((answer, at) => own[at]?.name === operation && isAnswer(answer));
    const wanted = shapeOf(like.flatMap(({ body }) => (body === undefined ? [] : [body])));
    for (const line of differences(wanted, shapeOf([local.get(operation)])))
      console.log(`local service, ${operation}: ${line}`);
  }
}
const waiting = new Set(Object.values(forms).flatMap((some) => some.map(({ name }) => name)));
console.log(`without an endpoint: ${[...waiting].filter((name) => name.includes(' ')).join(', ')}`);
if (wrong > 0) process.exitCode = 1;
