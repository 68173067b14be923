"""GoldenCheetah's values for recordings, run under Xvfb without a network.

The script makes an athlete whose activities are copies of the recordings, each
on a separate day with the FTP of its recording. When GoldenCheetah opens an
athlete, it measures new activities and then writes cache/rideDB.json.
"""

import datetime
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

FIGURES = {
    "NP": "coggan_np", "IF": "coggan_if", "TSS": "coggan_tss", "avg_power": "average_power", "max_power": "max_power",
    "avg_hr": "average_hr", "max_hr": "max_heartrate", "distance_m": "total_distance", "duration_s": "time_recording",
    "avg_speed": "average_speed", "ascent": "elevation_gain",
}
SCALE = {"distance_m": 1000, "avg_speed": 1 / 3.6}
FOLDERS = (
    "activities imports records downloads fileBackup config cache calendar workouts logs temp quarantine planned snippets media"
).split()
ZONES = "DEFAULTS:\nZ1,Recovery,0%\nZ2,Endurance,55%\nZ3,Tempo,75%\nZ4,Threshold,90%\nZ5,VO2Max,105%\nZ6,Anaerobic,120%\nZ7,Sprint,150%\n\n"
# With a profile of another version, a dialogue would appear.
GENERAL = "[General]\nsafeexit=true\nversionused=3990\n\n[upgradesuccess]\nfolder=true\n"
LIMIT_S = 600
NO_FTP_W = 250  # a day needs one; figures that follow from it are not compared


def version():
    out = subprocess.run(["dpkg-query", "-W", "-f=${Version}", "goldencheetah"], capture_output=True, text=True, check=True)
    return out.stdout


def make_athlete(folder, asked):
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    day, names, zones = datetime.datetime(2001, 1, 1, 10), {}, ZONES
    for path, ftp in asked.items():
        name = day.strftime("%Y_%m_%d_%H_%M_%S.fit")
        shutil.copy(path, folder / "activities" / name)
        names[name] = Path(path).name
        watts = round(ftp or NO_FTP_W)
        zones += f"{day:%Y/%m/%d}: CP={watts}\nFTP={watts}\nW'=20000\nPmax=1000\n\n"
        day += datetime.timedelta(days=1)
    for sport in ("", "run-", "swim-"):
        (folder / "config" / f"{sport}power.zones").write_text(zones)
    (folder / "config" / "athlete-general.ini").write_text(GENERAL)
    return names


def wait_for(path, program):
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end and program.poll() is None:
        try:
            return json.loads(path.read_text(encoding="utf-8-sig"))
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(1)
    raise RuntimeError("GoldenCheetah wrote no figures")


def measure(root, asked):
    athlete = root / "library" / "Athlete"
    names = make_athlete(athlete, asked)
    home, run = root / "home", root / "run"
    home.mkdir()
    run.mkdir(mode=0o700)
    seen, display = os.pipe()
    x = subprocess.Popen(["Xvfb", "-displayfd", str(display), "-screen", "0", "1280x800x24"], pass_fds=[display], stderr=subprocess.DEVNULL)
    try:
        env = os.environ | {
            "HOME": str(home), "XDG_RUNTIME_DIR": str(run), "DISPLAY": ":" + os.read(seen, 8).decode().strip(),
            "QTWEBENGINE_DISABLE_SANDBOX": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        gc = subprocess.Popen(
            ["unshare", "--map-root-user", "--net", "GoldenCheetah", str(root / "library"), "Athlete"],
            env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        try:
            return names, wait_for(athlete / "cache" / "rideDB.json", gc)
        finally:
            gc.kill()
            gc.wait()
    finally:
        x.kill()
        x.wait()


def number(value):
    """Return a value given alone or in a list with its weight, None if negative."""
    x = float(value[0] if isinstance(value, list) else value)
    return x if x >= 0 else None


def values(asked):
    """Return the values by file; asked is the FTP of each path, or 0."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        names, database = measure(Path(folder), asked)
    out = {}
    for ride in database["RIDES"]:
        figures = {k: number(ride["METRICS"][v]) for k, v in FIGURES.items() if v in ride.get("METRICS", {})}
        out[names[ride["filename"]]] = {k: x * SCALE.get(k, 1) for k, x in figures.items() if x is not None}
    return out
