import { Hover, type MarkdownString, type Position, type TextDocument } from 'vscode';
import type { CallOptions } from '../../../api/http/send.ts';
import type { RecordField } from '../../../domain/documents/text/recordField.ts';
import type { RecordAddress, RepositoryName } from '../../../domain/hosts/address.ts';
import { referencesIn, type Reference } from '../../../domain/documents/assist/references.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import { rangeOf } from '../documents/addresses.ts';
import {
  describeField,
  describeIssue,
  describeLabel,
  describeMilestone,
  describePerson,
  describePullRequest,
  describePullRequests,
  describeStates,
  describeType,
  typesIn,
} from './descriptions.ts';
import type { RecordText } from '../documents/texts.ts';

/** Explains keys, values (the title of an issue: its pull requests), issue types, `#12`, `!45` and `@login`. */
export async function hoverAt(
  vocabulary: Vocabulary,
  document: TextDocument,
  { address, kind, reading }: RecordText,
  position: Position,
  options: CallOptions,
): Promise<Hover | undefined> {
  const { sections } = reading;
  if (sections === undefined) return undefined;
  const offset = document.offsetAt(position);
  if (offset >= sections.front.to) return await referenceAt(vocabulary, address, document, position, options);
  const type = /^# type: (.*)$/.exec(document.lineAt(position.line).text)?.[1];
  if (type !== undefined) {
    const issueType = (await typesIn(vocabulary, address, options)).find(({ type_name }) => type_name === type);
    return issueType && new Hover(describeType(issueType));
  }
  for (const entry of reading.entries) {
    const field = kind.fields.find(({ key }) => key === entry.key.text);
    if (field === undefined) continue;
    if (offset >= entry.key.at.from && offset <= entry.key.at.to) {
      return new Hover(markdown`${describeField(field.key)}`, rangeOf(document, entry.key.at));
    }
    const word = entry.values.find(({ at }) => offset >= at.from && offset <= at.to);
    const meaning = word && (await valueText(vocabulary, address, field, word.text, options));
    if (word !== undefined) return meaning && new Hover(meaning, rangeOf(document, word.at));
  }
  return undefined;
}

async function valueText(
  vocabulary: Vocabulary,
  address: RecordAddress,
  { key, source }: RecordField,
  value: string,
  options: CallOptions,
): Promise<MarkdownString | MarkdownString[] | undefined> {
  if (source === 'labels') {
    const label = (await vocabulary.labels(address, options)).find(({ name }) => name === value);
    return label && describeLabel(label);
  }
  if (source === 'people') {
    const person = await vocabulary.user(address.host, value, options);
    return person && describePerson(person);
  }
  if (source === 'milestones') {
    const milestone = (await vocabulary.milestones(address, options)).find(({ title }) => title === value);
    return milestone && markdown`${describeMilestone(milestone)}`;
  }
  if (key === 'title' && address.kind === 'issues' && address.id !== undefined) {
    const pulls = (await vocabulary.pullRequestsOfIssue(address, address.id, options)) ?? [];
    return pulls.length === 0 ? undefined : describePullRequests(address, pulls);
  }
  const description = describeField(key, value);
  if (key !== 'state' || address.kind !== 'issues') return description === '' ? undefined : markdown`${description}`;
  const types = await typesIn(vocabulary, address, options);
  return types.length === 0 ? markdown`${description}` : [markdown`${description}`, describeStates(types)];
}

async function referenceAt(
  vocabulary: Vocabulary,
  address: RecordAddress,
  document: TextDocument,
  position: Position,
  options: CallOptions,
): Promise<Hover | undefined> {
  const { text, range } = document.lineAt(position.line);
  const reference = referencesIn(text).find(({ from, to }) => position.character >= from && position.character <= to);
  if (reference === undefined) return undefined;
  const at = range.with(position.with({ character: reference.from }), position.with({ character: reference.to }));
  const described = await describeReference(vocabulary, address, reference, options);
  return described && new Hover(described, at);
}

/** Describes what a text of `repository` mentions, with at most one request; undefined if it does not exist. */
export async function describeReference(
  vocabulary: Vocabulary,
  repository: RepositoryName,
  { kind, name }: Pick<Reference, 'kind' | 'name'>,
  options: CallOptions,
): Promise<MarkdownString | undefined> {
  switch (kind) {
    case 'issue': {
      const issue = await vocabulary.issue(repository, name, options);
      return issue && describeIssue(issue);
    }
    case 'pullRequest': {
      const pull = await vocabulary.pullRequest(repository, name, options);
      return pull && describePullRequest(pull);
    }
    case 'person': {
      const person = await vocabulary.user(repository.host, name, options);
      return person && describePerson(person);
    }
  }
}
