// Runs before the first paint, so that a theme chosen by hand never flashes the other one.
;(function () {
  var root = document.documentElement
  try {
    var chosen = JSON.parse(localStorage.getItem('latchkey.preferences') || '{}') || {}
    if (chosen.theme === 'light' || chosen.theme === 'dark') root.dataset.theme = chosen.theme
    if (chosen.density === 'compact') root.dataset.density = 'compact'
    if (chosen.language === 'en' || chosen.language === 'zh-CN') root.lang = chosen.language
  } catch {
    // Storage is blocked or damaged: the system's choices stand.
  }
})()
