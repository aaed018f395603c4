import type { PullRequest } from '../../api/record/pullRequest.ts';
import { notesOf, type Kind, type LoadedRecord, type RecordScope } from '../documents/kinds/kind.ts';
import { milestoneNumber } from '../documents/kinds/milestone.ts';
import type { RecordState } from '../documents/text/recordField.ts';
import { findCreated } from '../hosts/creations.ts';
import type { Connections, HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { headName } from './headName.ts';
import { PullRequestDecisions } from './pullRequestDecisions.ts';
import { pullRequestFields, roleKeys, type NewPullRequest } from './pullRequestFields.ts';
import { roles } from './roles.ts';
import { PullRequests } from './pullRequests.ts';

/** Pull requests as documents. A host without them rejects as `unsupported`. */
export function pullRequestKind({
  connections,
  loadHostFeatures,
}: {
  readonly connections: Pick<Connections, 'connect'>;
  readonly loadHostFeatures: () => Promise<HostFeatures>;
}): Kind {
  const load = async (): Promise<PullRequests> => new PullRequests(await loadHostFeatures());
  const placeOf = async ({ repository: name }: RecordScope): Promise<HostPlace> => ({
    connection: await connections.connect(name.host),
    name,
  });
  return {
    kind: 'pullRequests',
    fields: pullRequestFields.fields,

    async read(place, id, options = {}) {
      return loadedPullRequest(await (await load()).get(await placeOf(place), id, options));
    },

    async create(place, snapshot, attempts) {
      const { reviewers: logins = [], ...inputs } = await inputsOf(snapshot, (title) => milestoneNumber(place, title));
      const at = await placeOf(place);
      const created = await (await load()).create(at, inputs, {}, attempts);
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
      const [pullRequests, at] = await Promise.all([load(), placeOf(place)]);
      const pull = await findCreated(await pullRequests.creation(at, await inputsOf(snapshot), {}), attempt);
      return pull && loadedPullRequest(await pullRequests.whole(at, pull, {}));
    },

    async edit(place, id, { to, keys }) {
      const at = await placeOf(place);
      const decisions = new PullRequestDecisions(await loadHostFeatures());
      const { assignees, reviewers, testers, ...change } = await pullRequestFields.inputs(to, keys, (title) =>
        milestoneNumber(place, title),
      );
      const people = { assignees, reviewers, testers };
      let now: PullRequest | undefined;
      // The API changes the people by requests of their own.
      for (const role of roles) {
        const logins = people[roleKeys[role]];
        if (logins !== undefined) now = await decisions.setPeople(at, id, { role, logins }, {});
      }
      const isChanged = Object.values(change).some((value) => value !== undefined);
      return loadedPullRequest(now === undefined || isChanged ? await (await load()).edit(at, id, change, {}) : now);
    },
  };
}

async function inputsOf(
  snapshot: RecordState,
  numberOf?: (title: string) => Promise<number>,
): Promise<NewPullRequest & { readonly reviewers?: readonly string[] | undefined }> {
  const { milestone, draft, ...inputs } = await pullRequestFields.inputs(
    snapshot,
    pullRequestFields.newKeys(snapshot),
    numberOf,
  );
  const isDraft = draft === true ? true : undefined;
  return { title: '', head: '', body: '', ...inputs, draft: isDraft, milestone_number: milestone };
}

export function loadedPullRequest(pull: PullRequest): LoadedRecord {
  const { number, title = '', user, base } = pull;
  return {
    kind: 'pullRequests',
    id: number,
    title,
    snapshot: pullRequestFields.stateOf(pull),
    omittedKeys: pullRequestFields.omittedIn(pull),
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
