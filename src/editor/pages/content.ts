import type { Priority } from '../../api/throttle/sharedPriority.ts';
import type { Event } from '../../core/emitter.ts';
import type { Html } from '../../domain/pages/html.ts';
import type { TalkUpdate } from '../../domain/pages/update.ts';
import type { Connection } from '../../domain/hosts/connections.ts';

export interface SectionRequest {
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

export interface Turn extends SectionRequest {
  readonly show: (markup: Html) => void;
}

/** A part of a page that loads independently. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Shown next to the main column if there is enough space. */
  readonly aside?: boolean;
  /** Shows the section, and updates it as more data is read. Returns the record of the section. */
  readonly load: (turn: Turn) => Promise<unknown>;
  readonly more?: (turn: Turn) => Promise<unknown>;
}

/** The entries below a section, and what is written there. Only what changed is sent. */
export interface Talk {
  readonly section: Section;
  readonly onDidUpdate: Event<TalkUpdate>;
  /** The web view is new: everything is sent again. */
  readonly begin: () => void;
  /** Where the page begins: now, or when its web view begins. */
  readonly open: (at: PageStart, isShown: boolean) => void;
  /** The account changed: nothing is shown before it may read the page. */
  readonly forget: () => void;
  /** What the reader did: see `webview/talk.ts`. */
  readonly receive: (message: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface PageStart {
  /** The id of a comment. */
  readonly comment?: string | undefined;
  /** The focus is in the box: of a new comment, of a change of `comment`, or of a new comment that quotes it. */
  readonly write?: boolean | 'edit' | 'quote' | undefined;
}

export interface PageContent {
  /** Another one may be known after the record was read. */
  readonly title: string;
  readonly icon: string;
  /** Its own heading replaces the title of the page when it is loaded. Its record is the record of the page. */
  readonly head: Section;
  readonly sections: readonly Section[];
  /** Its section is shown last. */
  readonly talk?: Talk;
  /** The address of a picture in the repository that became visible; undefined if there is no such picture. */
  readonly picture?: (path: string, reading: SectionRequest) => Promise<string | undefined>;
}

/** A section next to the main column. It is left out if there is no markup. */
export const asideSection = (
  id: string,
  title: string,
  markup: (turn: Turn) => Promise<Html | undefined>,
): Section => ({
  id,
  title,
  aside: true,
  load: async (turn) => {
    const shown = await markup(turn);
    if (shown !== undefined) turn.show(shown);
  },
});

/** Request options: `interactive` for the first visible section, `background` for the others. */
export const firstRequest = ({ signal }: SectionRequest): { signal: AbortSignal; priority: Priority } => ({
  signal,
  priority: 'interactive',
});
export const laterRequest = ({ signal }: SectionRequest): { signal: AbortSignal; priority: Priority } => ({
  signal,
  priority: 'background',
});

/** The text in a field of a message of a page; empty for anything else. */
export const textsOf =
  (message: Readonly<Record<string, unknown>>) =>
  (field: string): string =>
    typeof message[field] === 'string' ? message[field] : '';
