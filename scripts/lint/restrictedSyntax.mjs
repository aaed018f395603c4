// A rule for oxlint: syntax that no file may have, or only the named ones. It is loaded in .oxlintrc.json.
import { matchesGlob, relative, sep } from 'node:path';

const src = 'src/**';
const onDemand = 'src/**/onDemand.ts';

/** Each entry holds `in` these files, but not in those of `except`. */
const restrictions = [
  {
    in: '**',
    selector: "UnaryExpression[operator='void'][argument.type!=/^(Call|Chain|Assignment|Await)Expression$/]",
    message: '`void` discards what a call returns, or an assignment.',
  },
  { in: src, selector: 'Program > VariableDeclaration[kind="let"]', message: 'No module-level state.' },
  {
    in: src,
    selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
    message: 'No module-level state.',
  },
  { in: src, selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  {
    in: src,
    // It lists what the bundle has in the file of the first use.
    except: [onDemand],
    selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
    message: 'No barrels: import a thing from where it is.',
  },
  {
    in: src,
    except: ['src/editor/kit/commands/register.ts'],
    selector: "MemberExpression[property.name='registerCommand']",
    message: 'Commands are declared as data and registered in editor/kit/commands/register.ts.',
  },
  {
    in: src,
    except: ['src/extension.ts'],
    selector: 'ImportExpression',
    message: 'Code is loaded after the activation in extension.ts only: list it in an onDemand.ts.',
  },
  {
    in: src,
    except: ['src/editor/kit/settings.ts'],
    selector: "MemberExpression[property.name='getConfiguration']",
    message: 'Settings are read through editor/kit/settings.ts.',
  },
  {
    in: src,
    except: ['src/editor/kit/messages/markdown.ts'],
    selector:
      "NewExpression[callee.name='MarkdownString'], MemberExpression[property.name=/^(appendMarkdown|appendText|isTrusted|supportHtml|supportThemeIcons)$/]",
    message: 'Markdown of the editor is written with the template of editor/kit/messages/markdown.ts.',
  },
  {
    in: src,
    except: ['src/api/contract/reply.ts', 'src/core/text.ts'],
    selector:
      "CallExpression[callee.object.name='JSON'][callee.property.name='parse'], CallExpression[callee.property.name='json']",
    message: 'Replies are decoded in api/contract/reply.ts; stored text is read with core/text.ts parseJson.',
  },
  {
    in: src,
    except: ['src/editor/kit/messages/show.ts'],
    selector:
      "MemberExpression[object.name='window'][property.name=/^(show(ErrorMessage|WarningMessage|InformationMessage|QuickPick|InputBox|OpenDialog|SaveDialog)|withProgress|create(QuickPick|InputBox|StatusBarItem)|setStatusBarMessage)$/]",
    message:
      'Texts get onto the screen through editor/kit/messages/show.ts, which takes hidden characters out of them.',
  },
  {
    in: '{test,scripts}/**',
    selector: "MemberExpression[object.name=/^(describe|it)$/][property.name='only']",
    message: 'A committed `.only` leaves out all other tests.',
  },
];

const restrictedSyntax = {
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    const isOneOf = (globs) => globs.some((glob) => matchesGlob(file, glob));
    const here = restrictions.filter((one) => isOneOf([one.in]) && !isOneOf(one.except ?? []));
    return Object.fromEntries(
      here.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    );
  },
};

export default { meta: { name: 'sourcehost' }, rules: { 'restricted-syntax': restrictedSyntax } };
