// What a signed-in wearer sees first, as one chunk: each further file costs a slow network another round trip.
import './theme/signed-in-styles.ts';

export { DashboardPage } from '../features/dashboard/DashboardPage.tsx';
export { SetupPages } from './frames/SetupPages.tsx';
export { Shell } from './frames/Shell.tsx';
