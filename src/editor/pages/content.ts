import type { Priority } from '../../api/throttle/sharedPriority.ts';
import type { Html } from '../../domain/pages/html.ts';
import type { Connection } from '../../domain/hosting/connections.ts';

/** As whom something is read, and until when. */
export interface SectionRequest {
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

/** One loading of one section. */
export interface Turn extends SectionRequest {
  /** Replaces what the section shows. */
  readonly show: (markup: Html) => void;
}

/** A part of a page that arrives on its own. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the main column where there is room. */
  readonly aside?: boolean;
  /** Shows the section, at once and again as more arrives. Returns the record it is about. */
  readonly load: (turn: Turn) => Promise<unknown>;
  /** Shows what follows. */
  readonly more?: (turn: Turn) => Promise<unknown>;
}

/** What a page consists of. */
export interface PageContent {
  /** Of the tab. */
  readonly title: string;
  readonly icon: string;
  /** Its title is the page's heading until it has arrived; it shows a heading itself. Its record is the page's. */
  readonly head: Section;
  readonly sections: readonly Section[];
  /** The address of a picture in the repository that came into sight; undefined where there is none. */
  readonly picture?: (path: string, reading: SectionRequest) => Promise<string | undefined>;
}

/** How requests are sent for what the person looks at first, and for the rest. */
export const firstRequest = ({ signal }: SectionRequest): { signal: AbortSignal; priority: Priority } => ({
  signal,
  priority: 'interactive',
});
export const laterRequest = ({ signal }: SectionRequest): { signal: AbortSignal; priority: Priority } => ({
  signal,
  priority: 'background',
});
