import { l10n } from 'vscode';
import { html, type Html } from '../../domain/pages/html.ts';
import { firstRequest, type PageContent, type Turn } from './content.ts';
import { facts, type Fact, headButtons } from './widgets.ts';

/** What a page says about one record. `title`: better than the name by which the page was opened. */
export interface RecordFacts {
  readonly title?: string | undefined;
  readonly lead?: string | undefined;
  readonly facts: readonly Fact[];
  readonly below?: Html | undefined;
  /** The address of its web page. */
  readonly page?: string | undefined;
}

/** A page that is about one record and has no parts of its own. */
export function factsPage<T>(
  name: string,
  icon: string,
  read: (turn: Turn, options: ReturnType<typeof firstRequest>) => Promise<T>,
  factsOf: (record: T, turn: Turn) => RecordFacts | Promise<RecordFacts>,
): PageContent {
  let title = name;
  return {
    get title() {
      return title;
    },
    icon,
    head: {
      id: 'head',
      title: name,
      load: async (turn) => {
        const record = await read(turn, firstRequest(turn));
        const { title: better, lead = '', facts: all, below, page } = await factsOf(record, turn);
        title = better ?? name;
        turn.show(
          html`<h1 tabindex="-1"><bdi>${title}</bdi></h1>
            ${lead === '' ? undefined : html`<p class="lead" dir="auto">${lead}</p>`} ${facts(all)}${below}
            <p class="actions">${headButtons(page)}</p>`,
        );
        return record;
      },
    },
    sections: [],
  };
}

/** A flag of a record as a word. */
export const yesOrNo = (flag: boolean | undefined): string | undefined =>
  flag === undefined ? undefined : flag ? l10n.t('Yes') : l10n.t('No');
