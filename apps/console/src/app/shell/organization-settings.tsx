import { OrganizationSettings as Settings } from '../../features/own-organizations/organization-settings.tsx';
import { useConfig } from '../use-config.ts';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** One's own organizations. */
export const OrganizationSettings = ({ api, onClose }: SettingsDialogProps) => {
  const { approvalFlow } = useConfig();
  return <Settings api={api} approvalFlow={approvalFlow} onClose={onClose} />;
};
