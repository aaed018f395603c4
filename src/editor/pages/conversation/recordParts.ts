import { l10n } from 'vscode';
import type { Connection } from '../../../domain/hosts/connections.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { webAddress, webAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import type { RecordAction } from '../actions.ts';
import { type Section, type Turn, asideSection } from '../content.ts';
import { renderMarkdown } from '../markdown.ts';
import { badge, button, link, nothingText, rowList } from '../widgets.ts';
import { unlessFailed } from '../../../core/errors.ts';

/** What an issue and a pull request have in common on a page. */
export interface NumberedRecord {
  readonly number: string;
  readonly title?: string | undefined;
  readonly state?: string | undefined;
  readonly html_url?: string | undefined;
}

/** A button that acts on the issue or the pull request of the page. */
export const recordButton = (action: RecordAction, label: string, name = 'secondary'): Html =>
  button({ action: 'record', do: action, key: action }, label, name);

/** The record of a page, which several sections show. It is read by the head, again at each load. */
export class SharedRecord<T> {
  #reading: Promise<T> | undefined;

  read(record: Promise<T>): Promise<T> {
    this.#reading = record;
    return record;
  }

  /** Undefined if it could not be read: the head says why. */
  async get(): Promise<T | undefined> {
    return await this.#reading?.catch(() => undefined);
  }

  /** A section about the record next to the main column. It is left out if there is no markup. */
  aside(
    id: string,
    title: string,
    markup: (record: T, turn: Turn) => Promise<Html | undefined> | Html | undefined,
  ): Section {
    return asideSection(id, title, async (turn) => {
      const record = await this.get();
      return record === undefined ? undefined : await markup(record, turn);
    });
  }
}

/** What only some hosts tell of a record. */
export const ifTold = async <T>(reading: Promise<T>): Promise<T | undefined> =>
  await unlessFailed(reading, 'unsupported', 'missing', 'forbidden');

/** `mayTick`: whether the reader may change its tasks. */
export function descriptionSection<T extends { readonly body?: string | undefined }>(
  record: SharedRecord<T>,
  name: RepositoryName,
  mayTick: (record: T, turn: Turn) => boolean,
): Section {
  return {
    id: 'text',
    title: l10n.t('Description'),
    load: async (turn) => {
      const one = await record.get();
      if (one === undefined) return;
      const { body = '' } = one;
      const repository = { owner: name.owner, repo: name.repo, webAddress: webAddress(turn.connection.host, name) };
      turn.show(
        body.trim() === ''
          ? nothingText(l10n.t('No description.'))
          : await renderMarkdown(body, repository, mayTick(one, turn) ? '' : undefined),
      );
    },
  };
}

/** Undefined while it is open. */
function stateText(state: string | undefined): string | undefined {
  if (state === 'merged') return l10n.t('merged');
  return state === 'closed' ? l10n.t('closed') : undefined;
}

/** Left out where the host does not tell them. */
export const linkedSection = (
  [id, title, sign]: readonly [id: string, title: string, sign: '#' | '!'],
  name: RepositoryName,
  read: (turn: Turn) => Promise<readonly NumberedRecord[]>,
): Section =>
  asideSection(id, title, async (turn) => {
    const linked = await ifTold(read(turn));
    return linked && linkedRecords(linked, sign, name, turn.connection);
  });

/** `sign`: `#` for issues, `!` for pull requests. */
export function linkedRecords(
  records: readonly NumberedRecord[],
  sign: '#' | '!',
  name: RepositoryName,
  { host }: Connection,
): Html {
  const rows = records.map(({ number, title = '', state, html_url: page }) => {
    const [action, folder] = sign === '#' ? ['issue', 'issues'] : ['pullRequest', 'merge_requests'];
    const href = webAddressOrNone(page) ?? webAddress(host, name, folder, number);
    const label = html`${sign}${number} <bdi>${title}</bdi>`;
    return html`<li>${link({ href, action: { action, number } }, label)} ${badge(stateText(state))}</li>`;
  });
  return rowList(rows, l10n.t('None.'));
}
