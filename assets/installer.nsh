; What the app adds to Windows while it runs, taken back when it is uninstalled. An upgrade runs the former version's
; uninstaller too, with --updated: then everything stays.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\CLSID\{16163de6-8393-4aad-a54f-e42b99aca722}"
  ${endIf}
!macroend
