import { registerHooks } from 'node:module';

/** Stands for `l10n` of the editor, in English. */
const english = `export const l10n = {
  t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, index) => String(values[Number(index)])),
};`;
const url = `data:text/javascript,${encodeURIComponent(english)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
});

export const { explain } = await import('../../src/editor/kit/messages/explain.ts');
