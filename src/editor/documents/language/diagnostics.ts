import {
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  workspace,
  type Range,
  type TextDocument,
  type Uri,
} from 'vscode';
import { delay } from '../../../core/async.ts';
import { isFailure, messageOf, toFailure, type Failure } from '../../../core/errors.ts';
import { changedKeys } from '../../../domain/documents/kinds/recordState.ts';
import { fieldsOf } from '../../../domain/documents/kinds/kind.ts';
import { Unsaveable } from '../../../domain/documents/sync/unsaveable.ts';
import { refusedKey } from '../../../domain/documents/assist/refused.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import type { ProblemCode, Span } from '../../../domain/documents/text/problem.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import { addressOf, rangeOf } from '../documents/addresses.ts';
import type { RefusedSave } from '../documents/saving.ts';
import { spanOfKey, type RecordText, type Texts } from '../documents/texts.ts';
import { keyNames, problemMessage } from '../documents/messages.ts';

const source = 'Sourcehost';
/** Milliseconds without typing before a text is validated, and before names in it are requested. */
const [pause, longPause] = [300, 1_500];

/** Problems of every form that was not filled in yet. */
const requiredByForm: readonly ProblemCode[] = ['unanswered', 'unticked'];

interface Unknown {
  readonly code: 'unknownLabel' | 'unknownPerson' | 'unknownMilestone' | 'unknownBranch';
  readonly at: Span;
  readonly value: string;
}

/** By the source of the names of a field. */
const unknownCodes: Readonly<Record<string, Unknown['code']>> = {
  labels: 'unknownLabel',
  people: 'unknownPerson',
  milestones: 'unknownMilestone',
  branches: 'unknownBranch',
};

export class Diagnostics extends Lifetime {
  readonly #texts: Texts;
  readonly #vocabulary: Vocabulary;
  readonly #log: LogChannel;
  readonly #collection = this.add(languages.createDiagnosticCollection(source));
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Documents of which a save was refused: only they show what a form still requires. */
  readonly #refusedSaves = new Set<string>();
  readonly #refusals = new Map<string, { readonly version: number; readonly diagnostic: Diagnostic }>();

  constructor(texts: Texts, vocabulary: Vocabulary, log: LogChannel) {
    super();
    this.#texts = texts;
    this.#vocabulary = vocabulary;
    this.#log = log;
    this.add(workspace.onDidOpenTextDocument((document) => this.schedule(document)));
    this.add(workspace.onDidChangeTextDocument(({ document }) => this.schedule(document)));
    this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.add({ dispose: () => this.#timers.forEach((timer) => clearTimeout(timer)) });
    for (const document of workspace.textDocuments) this.schedule(document);
  }

  schedule(document: TextDocument): void {
    if (addressOf(document.uri) === undefined) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        void this.#check(document);
      }, pause),
    );
  }

  refused(document: TextDocument, { error, message }: RefusedSave): void {
    const text = this.#texts.of(document);
    if (text === undefined) return;
    this.#refusedSaves.add(document.uri.toString());
    // A conflict has its own marks.
    if (!(error instanceof Unsaveable) && text.record?.conflict === undefined) {
      const failure = toFailure(error);
      const place = spanOfKey(text.reading, this.#keyOf(text, failure), failure.serverMessage);
      const range = document.validateRange(firstLine(document, place));
      const diagnostic = mark(range, message, isFailure(error, 'signedOut') ? 'signedOut' : 'refused');
      this.#refusals.set(document.uri.toString(), { version: document.version, diagnostic });
    }
    void this.#check(document);
  }

  #keyOf({ kind, reading, base }: RecordText, failure: Failure): string {
    const fields = fieldsOf(kind, base === undefined);
    const changed =
      base === undefined ? fields.map(({ key }) => key) : [...changedKeys(fields, base, reading.snapshot)];
    return refusedKey(failure, fields, changed, reading.snapshot.values);
  }

  async #check(document: TextDocument): Promise<void> {
    if (document.isClosed) return;
    const text = this.#texts.of(document);
    if (text === undefined) {
      // The account of now may not read the record.
      this.#collection.delete(document.uri);
      return;
    }
    const { version } = document;
    // An unchanged template shows no errors.
    if (text.record === undefined && !document.isDirty) {
      this.#collection.delete(document.uri);
      return;
    }
    const certain = [...this.#problems(document, text), ...this.#conflicts(document, text), ...this.#refusal(document)];
    this.#collection.set(document.uri, certain);
    if (!document.isDirty) return;
    await delay(longPause - pause);
    if (document.version !== version || !isUnsaved(document)) return;
    try {
      const unknown = await this.#unknown(text);
      if (document.version !== version || !isUnsaved(document)) return;
      this.#collection.set(document.uri, [...certain, ...unknown.map((one) => this.#doubt(document, one))]);
    } catch (error) {
      this.#log.debug(`records: names could not be checked: ${messageOf(error)}`);
    }
  }

  #problems(document: TextDocument, { reading }: RecordText): Diagnostic[] {
    const isRefused = this.#refusedSaves.has(document.uri.toString());
    const visibleProblems = reading.problems.filter(({ code }) => isRefused || !requiredByForm.includes(code));
    return visibleProblems
      .slice(0, 100)
      .map((problem) => mark(rangeOf(document, problem.at), problemMessage(problem), problem.code));
  }

  #conflicts(document: TextDocument, { reading, record }: RecordText): Diagnostic[] {
    return (record?.conflict?.keys ?? []).map((key) => {
      const message = l10n.t('Others changed {0} meanwhile. Choose a version.', keyNames([key]));
      return mark(firstLine(document, spanOfKey(reading, key)), message, 'conflict');
    });
  }

  #refusal(document: TextDocument): Diagnostic[] {
    const refusal = this.#refusals.get(document.uri.toString());
    if (refusal?.version === document.version && document.isDirty) return [refusal.diagnostic];
    this.#refusals.delete(document.uri.toString());
    return [];
  }

  /** Requests only names that the service has not sent itself: opening, saving and merging cost nothing extra. */
  async #unknown({ address, kind, reading, base, record }: RecordText): Promise<Unknown[]> {
    const unknown: Unknown[] = [];
    for (const { key, values } of reading.entries) {
      const code = unknownCodes[kind.fields.find((one) => one.key === key.text)?.source ?? ''];
      if (code === undefined) continue;
      const savedValues = [base, record?.latest?.snapshot].flatMap((one) => one?.values[key.text] ?? []);
      for (const { text, at } of values)
        if (!savedValues.includes(text) && (await this.#isUnknown(code, address, text)))
          unknown.push({ code, at, value: text });
    }
    return unknown;
  }

  async #isUnknown(code: Unknown['code'], address: RecordAddress, name: string): Promise<boolean> {
    const options = { priority: 'background' } as const;
    switch (code) {
      case 'unknownLabel':
        return (
          !name.includes(',') && (await this.#vocabulary.labels(address, options)).every((one) => one.name !== name)
        );
      case 'unknownPerson':
        return !(await this.#vocabulary.isMember(address, name, options));
      case 'unknownMilestone':
        return (await this.#vocabulary.hasMilestone(address, name, options)) === false;
      case 'unknownBranch': {
        const { names, isWhole } = await this.#vocabulary.branches(address, options);
        // `owner:branch` is in a fork.
        return isWhole && !name.includes(':') && !names.includes(name);
      }
    }
  }

  #doubt(document: TextDocument, { code, at, value }: Unknown): Diagnostic {
    const messages = {
      unknownLabel: () => l10n.t('None of the newest issues has the label “{0}”. The host may reject it.', value),
      unknownPerson: () => l10n.t('“{0}” isn’t a member of this repository. The host may reject it.', value),
      unknownMilestone: () => l10n.t('This repository has no milestone “{0}”.', value),
      unknownBranch: () =>
        l10n.t('This repository has no branch “{0}”. Choose another one, or create it before you save.', value),
    };
    return mark(rangeOf(document, at), messages[code](), code, DiagnosticSeverity.Warning);
  }

  #forget(uri: Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#refusals.delete(key);
    this.#refusedSaves.delete(key);
    this.#collection.delete(uri);
  }
}

const isUnsaved = (document: TextDocument): boolean => document.isDirty && !document.isClosed;

function mark(range: Range, message: string, code: string, severity = DiagnosticSeverity.Error): Diagnostic {
  const diagnostic = new Diagnostic(range, message, severity);
  diagnostic.source = source;
  diagnostic.code = code;
  return diagnostic;
}

/** Only the first line of the span, because a mark on a whole text is distracting. */
function firstLine(document: TextDocument, span: Span): Range {
  const range = rangeOf(document, span);
  return range.isSingleLine ? range : range.with({ end: document.lineAt(range.start.line).range.end });
}
