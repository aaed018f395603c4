import { Composer, Lexer, Parser, type Document } from 'yaml';

export interface YamlLimits {
  /** Characters. */
  readonly longest: number;
  /** Lexemes. A line `key: value` has six. */
  readonly most: number;
  /** Depth of nested lists and maps. */
  readonly deepest: number;
}

/** Issue forms are shorter, and have six levels. */
const formLimits: YamlLimits = { longest: 20_000, most: 5_000, deepest: 8 };

/** Maximum number of directives, documents and errors between them. The text after them is not read. */
const mostParts = 20;
const blank: ReadonlySet<string> = new Set(['byte-order-mark', 'comment', 'newline', 'space']);

/** Why YAML is not read: it exceeds `longest` or `most`, or from `offset` on it is nested deeper than `deepest`. */
export interface Refusal {
  readonly refused: 'tooLong' | 'tooDeep';
  readonly offset: number;
}

/** Parses YAML in linear time: keys are not compared, aliases not expanded. Syntax errors are in the document. */
export function parseYaml(yaml: string, limits = formLimits): Document.Parsed | Refusal {
  if (yaml.length > limits.longest) return { refused: 'tooLong', offset: 0 };
  const { stackTraceLimit } = Error;
  // The parser creates an Error for each syntax error, possibly thousands. Their stack traces would take nine tenths of
  // the time.
  Error.stackTraceLimit = 0;
  try {
    return parsed(yaml, limits);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function parsed(yaml: string, { most, deepest }: YamlLimits): Document.Parsed | Refusal {
  const parser = new Parser();
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents: Document.Parsed[] = [];
  let lexemes = 0;
  let parts = 0;
  for (const lexeme of new Lexer().lex(yaml)) {
    for (const token of parser.next(lexeme)) {
      if (!blank.has(token.type)) parts += 1;
      documents.push(...composer.next(token));
    }
    lexemes += 1;
    if (parts > mostParts) break;
    if (lexemes > most) return { refused: 'tooLong', offset: parser.offset };
    // The document and the current scalar are on the stack, too.
    if (parser.stack.length > deepest + 2) return { refused: 'tooDeep', offset: parser.offset };
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, yaml.length));
  const [document] = documents;
  if (document === undefined) throw new Error('the parser gave no document');
  return document;
}
