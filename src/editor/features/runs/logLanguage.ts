import {
  DocumentSymbol,
  FoldingRange,
  FoldingRangeKind,
  languages,
  OverviewRulerLane,
  Range,
  SymbolKind,
  ThemeColor,
  window,
  type DecorationOptions,
  type DecorationRenderOptions,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import type { LogSection, LogText } from '../../../domain/runs/logText.ts';
import { stateOf } from '../../../domain/runs/runState.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { LogLinks, type LogLinkParts } from './logLinks.ts';
import { logScheme, type RunLogs } from './runLogs.ts';
import { stateWord } from '../../kit/rows/runTexts.ts';

const selector = { scheme: logScheme };

/** What the editor shows of a log beside its text: outline, folding, links, colours and times. */
export function registerLogLanguage(parts: LogLinkParts, lifetime: Lifetime): LogDecorations {
  const { logs } = parts;
  // The document follows what was read a moment later.
  const sections = ({ uri, lineCount }: TextDocument): readonly LogSection[] =>
    (logs.shown(uri)?.log.sections ?? []).filter(({ line }) => line < lineCount);
  lifetime.add(
    languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: (document) =>
          sections(document).map(({ sequence, name, status, line, end }) => {
            const last = Math.min(end, document.lineCount - 1);
            const whole = new Range(line, 0, last, document.lineAt(last).text.length);
            const label = [sequence, name].filter((one) => one !== undefined && one !== '').join(' ');
            const state = status === undefined ? '' : stateWord(status);
            const kind = stateOf(status) === 'failed' ? SymbolKind.Event : SymbolKind.Function;
            return new DocumentSymbol(label === '' ? '?' : label, state, kind, whole, document.lineAt(line).range);
          }),
      },
      { label: 'Sourcehost' },
    ),
  );
  lifetime.add(
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) =>
        sections(document).flatMap(({ line, end }) =>
          end > line ? [new FoldingRange(line, end, FoldingRangeKind.Region)] : [],
        ),
    }),
  );
  lifetime.add(languages.registerDocumentLinkProvider(selector, new LogLinks(parts)));
  return lifetime.add(new LogDecorations(logs));
}

const colors = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
const color = (name: string): ThemeColor => new ThemeColor(`terminal.ansi${name}`);
const steps = [0, 95, 135, 175, 215, 255];

/** A colour of the palette with 256 entries. */
function paletteColor(code: number): ThemeColor | string {
  if (code < 8) return color(colors[code] ?? 'White');
  if (code < 16) return color(`Bright${colors[code - 8] ?? 'White'}`);
  const gray = (code - 232) * 10 + 8;
  if (code > 231) return `rgb(${gray}, ${gray}, ${gray})`;
  const at = code - 16;
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((one) => steps[one] ?? 0).join(', ')})`;
}

/** The look of SGR parameters such as `1;31`. */
function lookOf(style: string): DecorationRenderOptions {
  const codes = style.split(';').map(Number);
  const look: DecorationRenderOptions = {};
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 1) look.fontWeight = 'bold';
    else if (code === 2) look.opacity = '0.7';
    else if (code === 3) look.fontStyle = 'italic';
    else if (code === 4) look.textDecoration = 'underline';
    else if (code === 22) {
      delete look.fontWeight;
      delete look.opacity;
    } else if (code === 39) delete look.color;
    else if (code === 49) delete look.backgroundColor;
    else if (code === 38 || code === 48) {
      const isPalette = codes[at + 1] === 5;
      const [red = 0, green = 0, blue = 0] = codes.slice(at + 2, at + 5).map((one) => Math.min(255, Math.max(0, one)));
      const chosen = isPalette ? paletteColor(Math.min(255, red)) : `rgb(${red}, ${green}, ${blue})`;
      if (code === 38) look.color = chosen;
      else look.backgroundColor = chosen;
      at += isPalette ? 2 : 4;
    } else if (code >= 30 && code <= 37) look.color = paletteColor(code - 30);
    else if (code >= 90 && code <= 97) look.color = paletteColor(code - 82);
    else if (code >= 40 && code <= 47) look.backgroundColor = paletteColor(code - 40);
    else if (code >= 100 && code <= 107) look.backgroundColor = paletteColor(code - 92);
  }
  return look;
}

/** Each style is an object of the editor. */
const mostStyles = 64;

/** Colours, headings and the times of the lines in sight. */
export class LogDecorations extends Lifetime {
  readonly #logs: RunLogs;
  readonly #styles = new Map<string, TextEditorDecorationType>();
  readonly #heading = this.add(window.createTextEditorDecorationType({ fontWeight: 'bold', isWholeLine: true }));
  readonly #failed = this.add(
    window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new ThemeColor('diffEditor.removedLineBackground'),
      overviewRulerColor: new ThemeColor('editorError.foreground'),
      overviewRulerLane: OverviewRulerLane.Full,
    }),
  );
  readonly #times = this.add(window.createTextEditorDecorationType({}));
  #hasTimes = true;

  constructor(logs: RunLogs) {
    super();
    this.#logs = logs;
    const update = (editor: TextEditor | undefined): void => editor && this.#update(editor);
    this.add(window.onDidChangeVisibleTextEditors((editors) => editors.forEach(update)));
    this.add(window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => update(textEditor)));
    this.add(logs.onDidRead(() => window.visibleTextEditors.forEach(update)));
    window.visibleTextEditors.forEach(update);
  }

  override dispose(): void {
    for (const style of this.#styles.values()) style.dispose();
    super.dispose();
  }

  toggleTimes(): void {
    this.#hasTimes = !this.#hasTimes;
    for (const editor of window.visibleTextEditors) this.#update(editor);
  }

  #update(editor: TextEditor): void {
    const shown = this.#logs.shown(editor.document.uri);
    if (shown === undefined) return;
    const { log } = shown;
    const heading = log.sections.map(({ line }) => new Range(line, 0, line, 0));
    editor.setDecorations(this.#heading, heading);
    editor.setDecorations(
      this.#failed,
      log.failed === undefined ? [] : [new Range(log.failed.line, 0, log.failed.line, 0)],
    );
    editor.setDecorations(this.#times, this.#hasTimes ? timesIn(editor, log) : []);
    const ranges = new Map<string, Range[]>();
    for (const visible of editor.visibleRanges)
      for (let line = visible.start.line; line <= visible.end.line; line += 1)
        for (const { start, end, style } of log.styles.get(line) ?? [])
          ranges.set(style, [...(ranges.get(style) ?? []), new Range(line, start, line, end)]);
    for (const style of ranges.keys()) this.#styleOf(style);
    for (const [style, type] of this.#styles) editor.setDecorations(type, ranges.get(style) ?? []);
  }

  #styleOf(style: string): void {
    if (this.#styles.has(style) || this.#styles.size >= mostStyles) return;
    this.#styles.set(style, window.createTextEditorDecorationType(lookOf(style)));
  }
}

/** The times of the lines in sight, as a column before the text. */
function timesIn({ visibleRanges }: TextEditor, { times }: LogText): DecorationOptions[] {
  const color = new ThemeColor('editorLineNumber.foreground');
  return visibleRanges.flatMap(({ start, end }) =>
    Array.from({ length: end.line - start.line + 1 }, (_, at) => {
      const line = start.line + at;
      const contentText = (times.get(line) ?? '').slice(0, 8).padEnd(8, '\u00a0');
      return {
        range: new Range(line, 0, line, 0),
        renderOptions: { before: { contentText, color, margin: '0 1em 0 0' } },
      };
    }),
  );
}
