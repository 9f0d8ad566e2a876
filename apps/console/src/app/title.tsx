import { useConfig } from './use-config.ts';

/** Sets the document title, with the page's name first, because tabs are narrow. Default: the product's name. */
export const Title = ({ of: name }: { of?: string }) => {
  const { productName } = useConfig();
  return <title>{name === undefined || name === productName ? productName : `${name} · ${productName}`}</title>;
};
