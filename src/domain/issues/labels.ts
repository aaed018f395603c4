import type { Api } from '../../api/client/client.ts';
import type { Label } from '../../api/record/issue.ts';
import { Failure } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import type { HostPlace } from '../hosts/connections.ts';
import { confirmedChange, createOnce, creationAt } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

/** Where the host has these operations. A label is found by its name. */
export class Labels {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** GET …/labels, page by page. */
  async *pages(place: HostPlace, options: RequestOptions): AsyncGenerator<readonly Label[]> {
    const pages = place.connection.api.labels.list.all(inApi(place.name), options).pages();
    for (;;) {
      const { value } = await this.#features.callIn(place, 'labels.list', () => pages.next(), options, 'labels');
      if (value === undefined) return;
      yield value.items;
    }
  }

  async *#listed(place: HostPlace, options: RequestOptions): AsyncGenerator<{ readonly items: readonly Label[] }> {
    for await (const items of this.pages(place, options)) yield { items };
  }

  /** POST …/labels */
  async create(
    place: HostPlace,
    label: { readonly name: string; readonly color?: string | undefined },
    options: RequestOptions,
  ): Promise<Label> {
    const send = (api: Api, at: ReturnType<typeof inApi>) => api.labels.create({ ...at, ...label }, options);
    const creation = {
      ...creationAt(place.connection, place.name, 'labels'),
      sent: label,
      send: () => this.#features.callIn(place, 'labels.create', send, options, 'labels'),
      list: () => this.#listed(place, options),
      id: (one: Label) => foldCase(one.name),
      fits: (one: Label) => foldCase(one.name) === foldCase(label.name) && isColored(one, label.color),
    };
    const created = await createOnce(creation, options);
    return created ?? (await this.get(place, label.name, options));
  }

  /** PATCH …/labels/{original_name} */
  async edit(
    place: HostPlace,
    name: string,
    change: { readonly name?: string | undefined; readonly color?: string | undefined },
    options: RequestOptions,
  ): Promise<Label> {
    const find = async (): Promise<Label | undefined> => {
      const label = await this.#find(place, change.name ?? name, options);
      return label !== undefined && isColored(label, change.color) ? label : undefined;
    };
    const edited = await confirmedChange(
      this.#features.call(place.connection, {
        operation: 'labels.edit',
        page: pageOf(place),
        send: (api) => api.labels.edit({ ...inApi(place.name), original_name: name, ...change }, options),
        find: () => this.get(place, name, options),
      }),
      find,
    );
    return edited ?? (await this.get(place, change.name ?? name, options));
  }

  /** DELETE …/labels/{name} */
  async remove(place: HostPlace, name: string, options: RequestOptions): Promise<void> {
    await this.#features.call(place.connection, {
      operation: 'labels.remove',
      page: pageOf(place),
      send: (api) => api.labels.remove({ ...inApi(place.name), name }, options),
      find: () => this.get(place, name, options),
    });
  }

  /** @throws Failure `missing` */
  async get(place: HostPlace, name: string, options: RequestOptions): Promise<Label> {
    const label = await this.#find(place, name, options);
    if (label === undefined) throw new Failure('missing', 'the label does not exist', { status: 404, about: [name] });
    return label;
  }

  async #find(place: HostPlace, name: string, options: RequestOptions): Promise<Label | undefined> {
    for await (const labels of this.pages(place, options)) {
      const label = labels.find((one) => foldCase(one.name) === foldCase(name));
      if (label !== undefined) return label;
    }
    return undefined;
  }
}

const pageOf = ({ connection, name }: HostPlace): string => webAddress(connection.host, name, 'labels');
const isColored = ({ color = '' }: Label, wanted: string | undefined): boolean =>
  wanted === undefined || foldCase(color.replace('#', '')) === foldCase(wanted.replace('#', ''));
