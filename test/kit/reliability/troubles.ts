import type { Fault } from '../../service/faults.ts';
import type { Habits } from '../../service/habits.ts';
import { otherHabits } from '../../service/otherHabits.ts';
import { shapes } from '../../service/shapes.ts';

/** One fault or unusual habit of the service. */
export interface Trouble {
  readonly name: string;
  readonly sort: 'status' | 'answer' | 'connection' | 'words of an error' | 'shape' | 'habit';
  readonly fault?: Fault;
  readonly habits?: Partial<Habits>;
  /** Whether the effect continues after the fault has ended: a long pause after a 429. */
  readonly lasts?: boolean;
}

const statuses = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 423, 451, 500, 501, 503, 504];

const failing: readonly (Pick<Trouble, 'name' | 'sort'> & { readonly fault: Fault })[] = [
  ...statuses.map((status) => ({ name: `${status}`, sort: 'status', fault: { kind: 'error', status } }) as const),
  { name: '500, and done', sort: 'status', fault: { kind: 'error', status: 500, done: true } },
  { name: 'page of a firewall', sort: 'answer', fault: { kind: 'html', status: 418 } },
  { name: 'page of a gateway', sort: 'answer', fault: { kind: 'html', status: 502 } },
  { name: 'page of a gateway, and done', sort: 'answer', fault: { kind: 'html', status: 504, done: true } },
  { name: 'page of a hotel', sort: 'answer', fault: { kind: 'html', status: 200 } },
  { name: 'nothing', sort: 'answer', fault: { kind: 'empty' } },
  { name: 'nothing, and done', sort: 'answer', fault: { kind: 'empty', done: true } },
  { name: 'a word', sort: 'answer', fault: { kind: 'answer', status: 200, text: 'success' } },
  { name: 'null', sort: 'answer', fault: { kind: 'answer', status: 200, json: null } },
  { name: 'a number', sort: 'answer', fault: { kind: 'answer', status: 200, json: 7 } },
  { name: 'lists of lists', sort: 'answer', fault: { kind: 'answer', status: 200, json: [[[]]] } },
  { name: 'truncated', sort: 'connection', fault: { kind: 'truncated' } },
  { name: 'reset before the answer', sort: 'connection', fault: { kind: 'reset', at: 'headers' } },
  {
    name: 'reset before the answer, and done',
    sort: 'connection',
    fault: { kind: 'reset', at: 'headers', done: true },
  },
  { name: 'reset within the answer', sort: 'connection', fault: { kind: 'reset', at: 'body', done: true } },
  { name: 'stalled before the answer', sort: 'connection', fault: { kind: 'stalled', at: 'headers' } },
  {
    name: 'stalled before the answer, and done',
    sort: 'connection',
    fault: { kind: 'stalled', at: 'headers', done: true },
  },
  { name: 'stalled within the answer', sort: 'connection', fault: { kind: 'stalled', at: 'body', done: true } },
  { name: 'slow', sort: 'connection', fault: { kind: 'slow', ms: 300 } },
  { name: 'a trickle', sort: 'connection', fault: { kind: 'trickle', bytes: 4_000, ms: 20 } },
  { name: 'redirect in a circle', sort: 'answer', fault: { kind: 'redirect', to: '/api/v5/user' } },
  { name: 'redirect to nowhere', sort: 'answer', fault: { kind: 'redirect', to: 'http://127.0.0.1:9/' } },
  { name: 'redirect to a script', sort: 'answer', fault: { kind: 'redirect', to: 'javascript:alert(1)' } },
  ...shapes.map((shape) => ({ name: shape, sort: 'shape', fault: { kind: 'shape', shape } }) as const),
  { name: 'not a record, one of them', sort: 'shape', fault: { kind: 'shape', shape: 'not a record', one: true } },
  { name: 'odd, one of them', sort: 'shape', fault: { kind: 'shape', shape: 'odd', one: true } },
];

/** Messages of a refusal, in every form that the service was seen to use, and in worse forms. */
const hostileWords = '<b>no</b> [x](command:workbench.action.quit) \u001b[31m\u202e\u0000 %s ${env:HOME}';
const worded: readonly Trouble[] = [
  ...(['message', 'errorMessage', 'html', 'empty'] as const).flatMap((errorBody) =>
    (['own', '400', '200'] as const).map((errorStatus): Trouble => ({
      name: `403 as ${errorBody}, status ${errorStatus}`,
      sort: 'words of an error',
      fault: { kind: 'error', status: 403 },
      habits: { errorBody, errorStatus },
    })),
  ),
  {
    name: 'hostile words',
    sort: 'words of an error',
    fault: { kind: 'error', status: 400, words: hostileWords.repeat(20) },
  },
  {
    name: 'words without end',
    sort: 'words of an error',
    fault: { kind: 'error', status: 409, words: 'no '.repeat(50_000) },
  },
];

/** Too many requests. This is the last trouble, because its pause delays later requests. */
const throttled: readonly Trouble[] = [
  { name: '429', sort: 'status', fault: { kind: 'throttled', seconds: 0 } },
  { name: '429 for a day', sort: 'status', fault: { kind: 'throttled', seconds: 86_400 }, lasts: true },
];

const alternatives = Object.entries(otherHabits) as readonly (readonly [string, readonly unknown[]])[];

/** Every habit of the local service that differs from the default, one at a time. */
export const singleHabits: readonly Trouble[] = alternatives.flatMap(([habit, values]) =>
  values.map((value): Trouble => ({ name: `${habit}: ${String(value)}`, sort: 'habit', habits: { [habit]: value } })),
);

/** The same habits, with as many at a time as can be combined. */
export const habitsTogether: readonly Trouble[] = Array.from(
  { length: Math.max(...alternatives.map(([, values]) => values.length)) },
  (_, at): Trouble => ({
    name: `other habits, ${at + 1}`,
    sort: 'habit',
    habits: Object.fromEntries(
      alternatives.flatMap(([habit, values]) => (values[at] === undefined ? [] : [[habit, values[at]]])),
    ),
  }),
);

/** Every fault of the local service, and every habit. */
export const troubles = (habits: readonly Trouble[]): readonly Trouble[] => [
  ...failing,
  ...worded,
  ...habits,
  ...throttled,
];

/** Whether the requested operation may have been executed. */
export function mayBeDone({ fault }: Trouble): boolean {
  if (fault === undefined) return true;
  if ('done' in fault && fault.done) return true;
  return (
    ['truncated', 'slow', 'trickle', 'shape'].includes(fault.kind) || (fault.kind === 'reset' && fault.at === 'body')
  );
}
