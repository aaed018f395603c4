import type { Api } from '../../../api/client/client.ts';
import type { Milestone } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { Failure, isFailure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { oneLine } from '../../../core/text.ts';
import { allFit, confirmedChange, createOnce, findCreated, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import { pageAddressOrNone } from '../../hosts/webAddress.ts';
import { field, type RecordState } from '../text/recordField.ts';
import { createdIn, notesOf, sameText, valueText, type Kind, type LoadedRecord, type RecordScope } from './kind.ts';

const aliases = new Map(Object.entries({ active: 'open', opened: 'open', reopen: 'open', close: 'closed' }));

export const milestoneKind: Kind = {
  kind: 'milestones',
  fields: [
    field('title', 'text', { required: true }),
    field('state', 'choice', {
      values: ['open', 'closed'],
      newValues: ['open'],
      aliases,
      initial: 'open',
    }),
    // The description requires it, but milestones without a due date exist.
    field('due_on', 'date', { required: true, canBeUnset: true }),
  ],

  async read({ api, repository: { owner, repo } }, id, options) {
    return loadedMilestone(await api.milestones.get({ owner, repo, number: id }, options));
  },

  async create(place, snapshot, attempts) {
    const created = await createOnce(milestoneCreation(place, newMilestoneOf(snapshot)), {}, attempts);
    return created && loadedMilestone(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(milestoneCreation(place, newMilestoneOf(snapshot)), attempt);
    return created && loadedMilestone(created);
  },

  async edit({ api, repository: { owner, repo } }, id, { to, keys }) {
    // The service resets missing fields to their defaults, so title, state and due date are always sent.
    const edited = await editMilestone(api, {
      owner,
      repo,
      number: id,
      title: (valueText(to, 'title') ?? '').toWellFormed(),
      state: valueText(to, 'state') === 'closed' ? 'closed' : 'open',
      due_on: valueText(to, 'due_on'),
      description: keys.has('body') ? to.body.toWellFormed() : undefined,
    });
    return edited && loadedMilestone(edited);
  },

  comments: undefined,
};

type NewMilestone = Omit<Parameters<Api['milestones']['create']>[0], 'owner' | 'repo'>;

const newMilestoneOf = (snapshot: RecordState): NewMilestone => ({
  title: valueText(snapshot, 'title') ?? '',
  due_on: valueText(snapshot, 'due_on') ?? '',
  description: snapshot.body === '' ? undefined : snapshot.body.toWellFormed(),
});

/** No record of a milestone names its author. The list is sorted by due date. */
export function milestoneCreation(
  place: RecordScope,
  inputs: NewMilestone,
  options: RequestOptions = {},
): Creation<Milestone> {
  const { api, repository } = place;
  const at = inApi(repository);
  return {
    ...createdIn(place, 'milestones'),
    sent: inputs,
    send: async () => await api.milestones.create({ ...at, ...inputs }, options),
    list: () => api.milestones.list.all({ ...at, state: 'all' }, options).pages(),
    id: ({ number }) => number,
    created: ({ created_at }) => created_at,
    fits: ({ title = '', due_on, description = '', state }) =>
      allFit(
        sameText(title, inputs.title) && due_on === inputs.due_on && sameText(description, inputs.description ?? ''),
        // Others can have closed it since.
        state === undefined || milestoneState(state) === 'open' || undefined,
      ),
  };
}

const aboutOtherField = /\b(title|state|description)\b|标题|状态|描述/i;

type MilestoneEdit = Parameters<Api['milestones']['edit']>[0];

/**
 * Changes a milestone. One request, and one more if the service does not confirm it.
 * @throws Failure `broken` if it was not changed, `invalid` (field `due_on`) if the service seems to require that field
 */
export async function editMilestone(
  api: Api,
  change: MilestoneEdit,
  options?: CallOptions,
): Promise<Milestone | undefined> {
  const { owner, repo, number } = change;
  const find = async (): Promise<Milestone | undefined> => {
    const now = await api.milestones.get({ owner, repo, number }, options);
    return holds(now, change) ? now : undefined;
  };
  try {
    return await confirmedChange(api.milestones.edit(change, options), find);
  } catch (error) {
    if (change.due_on !== undefined || !isFailure(error, 'invalid')) throw error;
    if (aboutOtherField.test(error.serverMessage ?? '')) throw error;
    const { operation, status, traceId, serverMessage } = error;
    throw wrongValue('due_on', requires('date'), { operation, status, traceId, serverMessage, cause: error });
  }
}

function holds(now: Milestone, { title, state, due_on, description }: MilestoneEdit): boolean {
  return (
    now.title === title &&
    (state === undefined || milestoneState(now.state) === state) &&
    (due_on === undefined || now.due_on === due_on) &&
    (description === undefined || sameText(now.description ?? '', description))
  );
}

/** The state as the documents write it: `active` is open. */
export function milestoneState(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (aliases.get(state) ?? state);
}

export function loadedMilestone(milestone: Milestone): LoadedRecord {
  const { number, title = '', description = '', open_issues, closed_issues } = milestone;
  const counted = open_issues !== undefined || closed_issues !== undefined;
  return {
    kind: 'milestones',
    id: number,
    title,
    snapshot: {
      values: {
        title: title === '' ? undefined : title,
        state: milestoneState(milestone.state),
        due_on: milestone.due_on,
      },
      body: description,
    },
    omittedKeys: [],
    notes: notesOf({
      number,
      counts: counted ? `${open_issues ?? 0} open, ${closed_issues ?? 0} closed` : undefined,
      created: milestone.created_at,
      updated: milestone.updated_at,
    }),
    updated: milestone.updated_at,
    webUrl: pageAddressOrNone(milestone.url),
    record: milestone,
  };
}

/** The number of the milestone called `title`; an open milestone is preferred. One request for every 100 milestones. */
export async function milestoneNumber(
  { api, repository: { owner, repo } }: RecordScope,
  title: string,
): Promise<number> {
  const titled: { readonly number: string; readonly closed: boolean }[] = [];
  for await (const milestone of api.milestones.list.all({ owner, repo, state: 'all' })) {
    if (milestone.title !== title) continue;
    titled.push({ number: milestone.number, closed: milestone.state === 'closed' });
    if (milestone.state !== 'closed') break;
  }
  const chosen = titled.find(({ closed }) => !closed) ?? titled[0];
  if (chosen === undefined) {
    throw new Failure('invalid', `there is no milestone “${oneLine(title, 80)}”`, {
      field: 'milestone',
      reason: 'noMilestone',
      about: [title],
    });
  }
  return Number(chosen.number);
}
