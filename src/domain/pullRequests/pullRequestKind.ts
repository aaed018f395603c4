import type { PullRequest } from '../../api/record/pullRequest.ts';
import {
  notesOf,
  valuesOf,
  valueText,
  type Kind,
  type LoadedRecord,
  type RecordScope,
} from '../documents/kinds/kind.ts';
import { milestoneNumber } from '../documents/kinds/milestone.ts';
import { field, type RecordState } from '../documents/text/recordField.ts';
import { findCreated } from '../hosts/creations.ts';
import type { Connections } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { headName } from './headName.ts';
import { PullRequestDecisions } from './pullRequestDecisions.ts';
import { knownPeopleIn, peopleIn, roles } from './roles.ts';
import { PullRequests, type NewPullRequest, type PullRequestChange, type PullRequestPlace } from './pullRequests.ts';

const aliases = new Map(Object.entries({ opened: 'open', reopen: 'open', reopened: 'open', close: 'closed' }));

/** The key of each role in a document. */
const keyOf = { approvers: 'assignees', reviewers: 'reviewers', testers: 'testers' } as const;

const fields = [
  field('title', 'text', { required: true }),
  field('state', 'choice', { values: ['open', 'closed'], newValues: ['open'], aliases, initial: 'open' }),
  field('draft', 'choice', { values: ['true', 'false'], initial: 'false' }),
  field('labels', 'names', { source: 'labels' }),
  field('assignees', 'names', { source: 'people' }),
  field('reviewers', 'names', { source: 'people' }),
  field('testers', 'names', { source: 'people' }),
  field('milestone', 'text', { source: 'milestones' }),
  field('head', 'text', { required: true, onlyNew: true, source: 'branches' }),
  field('base', 'text', { onlyNew: true, source: 'branches' }),
  field('issue', 'text', { onlyNew: true }),
];

/** Pull requests as documents. A host without them rejects as `unsupported`. */
export function pullRequestKind({
  connections,
  loadHostFeatures,
}: {
  readonly connections: Pick<Connections, 'connect'>;
  readonly loadHostFeatures: () => Promise<HostFeatures>;
}): Kind {
  const load = async (): Promise<PullRequests> => new PullRequests(await loadHostFeatures());
  const placeOf = async ({ repository: name }: RecordScope): Promise<PullRequestPlace> => ({
    connection: await connections.connect(name.host),
    name,
  });
  return {
    kind: 'pullRequests',
    fields,

    async read(place, id, options = {}) {
      return loadedPullRequest(await (await load()).get(await placeOf(place), id, options));
    },

    async create(place, snapshot, attempts) {
      const inputs = await newPullRequest(place, snapshot);
      const at = await placeOf(place);
      const created = await (await load()).create(at, inputs, {}, attempts);
      const logins = valuesOf(snapshot, 'reviewers');
      if (created === undefined || logins.length === 0) return created && loadedPullRequest(created);
      // A creation has no reviewers. It is done: who was refused is missing in the document that follows.
      const adding = new PullRequestDecisions(await loadHostFeatures()).setPeople(
        at,
        created.number,
        { role: 'reviewers', logins },
        {},
      );
      return loadedPullRequest(await adding.catch(() => created));
    },

    async findCreated(place, snapshot, attempt) {
      const fields = { ...headOf(snapshot), body: snapshot.body };
      const [pullRequests, at] = await Promise.all([load(), placeOf(place)]);
      const pull = await findCreated(await pullRequests.creation(at, fields, {}), attempt);
      return pull && loadedPullRequest(await pullRequests.whole(at, pull, {}));
    },

    async edit(place, id, { to, keys }) {
      const at = await placeOf(place);
      const decisions = new PullRequestDecisions(await loadHostFeatures());
      let now: PullRequest | undefined;
      // The API changes the people by requests of their own.
      for (const role of roles)
        if (keys.has(keyOf[role]))
          now = await decisions.setPeople(at, id, { role, logins: valuesOf(to, keyOf[role]) }, {});
      const change = await changeOf(place, to, keys);
      const isChanged = Object.values(change).some((value) => value !== undefined);
      return loadedPullRequest(now === undefined || isChanged ? await (await load()).edit(at, id, change, {}) : now);
    },
  };
}

const headOf = (snapshot: RecordState): Pick<NewPullRequest, 'title' | 'head' | 'base'> => ({
  title: (valueText(snapshot, 'title') ?? '').toWellFormed(),
  head: valueText(snapshot, 'head') ?? '',
  base: valueText(snapshot, 'base'),
});

async function newPullRequest(place: RecordScope, snapshot: RecordState): Promise<NewPullRequest> {
  const milestone = valueText(snapshot, 'milestone');
  const listed = (key: string): readonly string[] | undefined => {
    const names = valuesOf(snapshot, key);
    return names.length === 0 ? undefined : names;
  };
  return {
    ...headOf(snapshot),
    body: snapshot.body.toWellFormed(),
    draft: valueText(snapshot, 'draft') === 'true' ? true : undefined,
    issue: valueText(snapshot, 'issue')?.replace(/^#/, ''),
    labels: listed('labels'),
    assignees: listed('assignees'),
    testers: listed('testers'),
    milestone_number: milestone === undefined ? undefined : await milestoneNumber(place, milestone),
  };
}

async function changeOf(place: RecordScope, to: RecordState, keys: ReadonlySet<string>): Promise<PullRequestChange> {
  const milestone = valueText(to, 'milestone');
  return {
    title: keys.has('title') ? (valueText(to, 'title') ?? '').toWellFormed() : undefined,
    body: keys.has('body') ? to.body.toWellFormed() : undefined,
    state: keys.has('state') ? (valueText(to, 'state') === 'closed' ? 'closed' : 'open') : undefined,
    draft: keys.has('draft') ? valueText(to, 'draft') === 'true' : undefined,
    labels: keys.has('labels') ? valuesOf(to, 'labels') : undefined,
    milestone: !keys.has('milestone')
      ? undefined
      : milestone === undefined
        ? 0
        : await milestoneNumber(place, milestone),
  };
}

export function loadedPullRequest(pull: PullRequest): LoadedRecord {
  const { number, title = '', body = '', user, base, milestone, draft } = pull;
  return {
    kind: 'pullRequests',
    id: number,
    title,
    snapshot: {
      values: {
        title: title === '' ? undefined : title,
        state: pull.state,
        draft: draft === undefined ? undefined : String(draft),
        labels: [...new Set(pull.labels.map(({ name }) => name))],
        ...Object.fromEntries(roles.map((role) => [keyOf[role], peopleIn(pull, role).map(({ login }) => login)])),
        milestone: milestone?.title,
      },
      body,
    },
    omittedKeys: [
      ...(milestone === undefined ? ['milestone'] : []),
      ...(draft === undefined ? ['draft'] : []),
      ...roles.filter((role) => knownPeopleIn(pull, role) === undefined).map((role) => keyOf[role]),
    ],
    notes: notesOf({
      number,
      author: user?.login,
      head: headName(pull),
      base: base.ref,
      created: pull.created_at,
      updated: pull.updated_at,
      merged: pull.merged_at,
      closed: pull.merged_at === undefined ? pull.closed_at : undefined,
    }),
    updated: pull.updated_at,
    webUrl: pull.html_url,
    record: pull,
  };
}
