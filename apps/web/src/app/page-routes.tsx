import { Route, Routes } from 'react-router';
import { PageView } from './page-view.tsx';
import { type AppRoute, notFoundPage } from './public-routes.ts';

/** Routes of one role; those of the other role are not registered. */
export function PageRoutes({ routes }: { routes: readonly AppRoute[] }) {
  return (
    <Routes>
      {routes.map(({ path, page, title }) => (
        <Route key={path} path={path} element={<PageView page={page} title={title} />} />
      ))}
      <Route path="*" element={<PageView page={notFoundPage} title="app.title.notFound" />} />
    </Routes>
  );
}
