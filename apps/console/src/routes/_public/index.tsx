import { createFileRoute } from '@tanstack/react-router';
import { FrontPage } from '../../app/front-page.tsx';

export const Route = createFileRoute('/_public/')({ component: FrontPage });
