import type { Api } from '../../../api/client/client.ts';
import type { Milestone } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { Failure, isFailure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { oneLine } from '../../../core/text.ts';
import { allFit, confirmedChange, createOnce, findCreated, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import { pageAddressOrNone } from '../../hosts/webAddress.ts';
import type { RecordState } from '../text/recordField.ts';
import { createdIn, notesOf, sameText, type Kind, type LoadedRecord, type RecordScope } from './kind.ts';
import { RecordFields, type FieldTable } from './recordFields.ts';

const aliases = new Map(Object.entries({ active: 'open', opened: 'open', reopen: 'open', close: 'closed' }));

type NewMilestone = Omit<Parameters<Api['milestones']['create']>[0], 'owner' | 'repo'>;
type MilestoneEdit = Parameters<Api['milestones']['edit']>[0];
type Inputs = Partial<Omit<MilestoneEdit, 'owner' | 'repo' | 'number'>>;

export const milestoneTable = {
  title: {
    type: 'text',
    required: true,
    refusal: /title|标题/i,
    of: ({ title }) => title,
    input: ({ text }) => ({ title: text }),
  },
  state: {
    type: 'choice',
    values: ['open', 'closed'],
    newValues: ['open'],
    aliases,
    initial: 'open',
    refusal: /\bstate\b|状态/i,
    of: ({ state }) => state,
    input: ({ text }) => ({ state: text === 'closed' ? 'closed' : 'open' }),
  },
  due_on: {
    type: 'date',
    // The description requires it, but milestones without a due date exist.
    required: true,
    canBeUnset: true,
    refusal: /due|date|截止/i,
    of: ({ due_on }) => due_on,
    input: ({ text }) => ({ due_on: text === '' ? undefined : text }),
  },
  body: { type: 'text', of: ({ description }) => description, input: ({ text }) => ({ description: text }) },
} satisfies FieldTable<Milestone, Inputs>;

const fields = new RecordFields<Milestone, Inputs>(milestoneTable);

export const milestoneKind: Kind = {
  kind: 'milestones',
  fields: fields.fields,

  async read({ api, repository: { owner, repo } }, id, options) {
    return loadedMilestone(await api.milestones.get({ owner, repo, number: id }, options));
  },

  async create(place, snapshot, attempts) {
    const created = await createOnce(milestoneCreation(place, await newMilestoneOf(snapshot)), {}, attempts);
    return created && loadedMilestone(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(milestoneCreation(place, await newMilestoneOf(snapshot)), attempt);
    return created && loadedMilestone(created);
  },

  async edit({ api, repository: { owner, repo } }, id, { to, keys }) {
    // The service resets missing fields to their defaults, so title, state and due date are always sent.
    const inputs = await fields.inputs(to, new Set([...keys, 'title', 'state', 'due_on']));
    const edited = await editMilestone(api, { title: '', due_on: undefined, ...inputs, owner, repo, number: id });
    return edited && loadedMilestone(edited);
  },
};

const newMilestoneOf = async (snapshot: RecordState): Promise<NewMilestone> => {
  const { title = '', due_on = '', description } = await fields.inputs(snapshot, fields.newKeys(snapshot));
  return { title, due_on, description };
};

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
    return fields.holds(now, change) ? now : undefined;
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

/** The state as the documents write it: `active` is open. */
export function milestoneState(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (aliases.get(state) ?? state);
}

export function loadedMilestone(milestone: Milestone): LoadedRecord {
  const { number, title = '', open_issues, closed_issues } = milestone;
  const counted = open_issues !== undefined || closed_issues !== undefined;
  return {
    kind: 'milestones',
    id: number,
    title,
    snapshot: fields.stateOf(milestone),
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
