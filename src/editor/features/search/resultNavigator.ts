import type { Uri } from 'vscode';
import { ContextKey } from '../../kit/contextKey.ts';
import type { FileAddress } from '../../../domain/hosts/address.ts';
import type { TextRange } from '../../../domain/search/textQuery.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { notOpened } from '../../kit/messages/explain.ts';
import { fileSubject, fileUri } from '../../kit/uri.ts';
import { openMatch, type ResultOpening } from './opening.ts';
import { nextPlace, type Place } from './rows.ts';
import type { Searches } from './searches.ts';

export interface NavigatorParts {
  /** The address at which the user can read a file, also one that the editor may not use as configuration. */
  readonly readable: (address: FileAddress, signal: AbortSignal) => Promise<Uri>;
  readonly failures: Failures;
}

export class ResultNavigator {
  readonly #searches: Searches;
  readonly #parts: NavigatorParts;
  readonly #hasResults = new ContextKey<boolean>('sourcehost.hasTextMatches');
  #place: Place | undefined;
  #opening = new AbortController();

  constructor(searches: Searches, parts: NavigatorParts) {
    this.#searches = searches;
    this.#parts = parts;
    searches.onDidChange(({ isOther }) => {
      if (isOther) this.#place = undefined;
      void this.#hasResults.set((searches.run?.count ?? 0) > 0);
    });
  }

  /** Opens the next match, or the previous one (`step` -1). Undefined if there are no results. */
  async go(step: 1 | -1): Promise<Place | undefined> {
    const place = nextPlace(this.#searches.run?.files ?? [], this.#place, step);
    if (place !== undefined) await this.#open(place, 'focus');
    return place;
  }

  /** Opens the first match in `line` (from 1). Without a mode: in the preview; the second time, with the focus in it. */
  async open(path: string, line: number, mode?: ResultOpening): Promise<void> {
    const file = this.#searches.run?.file(path);
    const range: TextRange | undefined = file?.lines.find(({ ranges: [first] }) => first?.line === line)?.ranges[0];
    if (range === undefined) return;
    const isAgain = this.#place?.path === path && this.#place.range === range;
    await this.#open({ path, range }, mode ?? (isAgain ? 'focus' : 'preview'));
  }

  async #open({ path, range }: Place, mode: ResultOpening): Promise<void> {
    const at = this.#searches.run?.at;
    if (at === undefined) return;
    this.#place = { path, range };
    this.#opening.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const address = { ...at.remote.name, ref: at.remote.ref, path };
    try {
      const uri = await this.#parts.readable(address, opening.signal);
      if (!opening.signal.aborted) await openMatch(uri, range, mode);
    } catch (error) {
      if (opening.signal.aborted) return;
      this.#parts.failures.show(error, { task: notOpened(fileSubject(fileUri(address))) });
    }
  }
}
