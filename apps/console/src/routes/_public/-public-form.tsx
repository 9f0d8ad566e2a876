import type { ComponentType } from 'react';
import type { Config } from '@portico/contracts/http/identity';
import type { ConfigStore } from '../../app/config.ts';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';

/** Loads the current settings, because stored settings may name an old bot check. If loading fails, the stored settings apply. */
export const loadSettings = async ({ context: { config } }: { context: { config: ConfigStore } }): Promise<void> =>
  void (await config.load().catch(() => undefined));

type PublicFormProps = {
  title: string;
  Screen: ComponentType<Pick<Config, 'productName' | 'supportEmail'> & { botCheck: Config['recaptcha'] }>;
};

export const PublicForm = ({ title, Screen }: PublicFormProps) => {
  const { productName, supportEmail, recaptcha } = useConfig();
  return (
    <>
      <Title of={title} />
      <Screen {...{ productName, supportEmail }} botCheck={recaptcha} />
    </>
  );
};
